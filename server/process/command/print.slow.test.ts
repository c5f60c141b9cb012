import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdtempDisposable, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../installation/config.ts';
import { openMigratedStore } from '../installation/installation.ts';
import { runCommand } from './command.ts';

const free = vi.hoisted(() => ({ bytes: 2 ** 40 }));
vi.mock(import('../../platform/files/free-disk.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  freeBytesOf: async () => free.bytes,
}));

let folder: string;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-command-'));
  said = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  await (await openMigratedStore(readConfig({ DATA_DIR: folder }))).close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const find = (...words: string[]) => runCommand(['find', ...words], { DATA_DIR: folder });

test('a name of the labour market finds its occupation, and says by which name', async () => {
  expect(await find('moto', 'boy')).toBe(0);
  expect(said[0]?.split('\n')[1]).toMatch(/^519110 +Motofretista +motoboy/);
});

test('a word without a match is reported, and so is a text without results', async () => {
  expect(await find('vendedor qwertyuiop')).toBe(0);
  expect(said[0]).toMatch(/521110 .*qwertyuiop/);
  expect(await find('xyzw')).toBe(1);
  expect(said[1]).toBe('Não encontramos o cargo "xyzw". Tente outra palavra.');
});

const command = (call: string, stdout: 'pipe' | number) =>
  spawn(process.execPath, [join(import.meta.dirname, 'main.mjs'), ...call.split(' ')], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', stdout, 'pipe'],
  });

/** The exit code of a command, and what it wrote about errors. */
async function ended(child: ChildProcess) {
  const errors: string[] = [];
  child.stderr?.on('data', (chunk) => errors.push(String(chunk)));
  const [code] = await once(child, 'close');
  return [code, errors.join('')];
}

test('a program that stops reading the output ends the command without a fault', async () => {
  const child = command('unmatched', 'pipe');
  child.stdout?.destroy();
  expect(await ended(child)).toEqual([0, '']);
});

test('a command does its work when nothing reads its progress any more', async () => {
  await using copies = await mkdtempDisposable(join(tmpdir(), 'find-command-copies-'));
  const copy = join(copies.path, 'copy');
  expect((await ended(command(`backup ${copy}`, 'pipe')))[0]).toBe(0);
  const child = command(`restore ${copy} --overwrite`, 'pipe');
  child.stderr?.destroy();
  expect((await ended(child))[0]).toBe(0);
});

test.each(['unmatched', 'status', 'audit-verify', 'help'])(
  '%s reports an output on a full disk',
  async (name) => {
    await using full = await open('/dev/full', 'w');
    expect(await ended(command(name, full.fd))).toEqual([
      1,
      'O disco está cheio: libere espaço e repita o comando.\n',
    ]);
  },
);

test('the status on an almost full disk is shown, and is a failure', async () => {
  free.bytes = 2 ** 28;
  expect(await runCommand(['status'], { DATA_DIR: folder })).toBe(0);
  free.bytes = 2 ** 28 - 1;
  const failed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await runCommand(['status'], { DATA_DIR: folder })).toBe(1);
  expect(said[1]).toContain('Nada publicado ainda');
  expect(failed.mock.calls).toEqual([['O disco está quase cheio.']]);
});
