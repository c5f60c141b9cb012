import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from './command.ts';

let folder: string;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-command-'));
  said = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
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

const unmatched = (stdout: 'pipe' | number) =>
  spawn(process.execPath, [join(import.meta.dirname, 'main.mjs'), 'unmatched'], {
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
  const child = unmatched('pipe');
  child.stdout?.destroy();
  expect(await ended(child)).toEqual([0, '']);
});

test('an output on a full disk is reported as that', async () => {
  await using full = await open('/dev/full', 'w');
  const child = unmatched(full.fd);
  expect(await ended(child)).toEqual([
    1,
    'O disco está cheio: libere espaço e repita o comando.\n',
  ]);
});
