import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from './command.ts';

let said: string[];
let failed: string[];
beforeEach(() => {
  said = [];
  failed = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  vi.spyOn(console, 'error').mockImplementation((line: string) => void failed.push(line));
});
afterEach(() => void vi.restoreAllMocks());

// This folder cannot exist: a command that opened a database would fail.
const run = (...args: string[]) => runCommand(args, { DATA_DIR: '/dev/null/nowhere' });

test.each(['help', '--help', '-h'])(
  '%s lists every command, and is no misuse',
  async (requested) => {
    expect(await run(requested)).toBe(0);
    for (const name of [
      'import',
      'approve',
      'cancel',
      'status',
      'backup',
      'restore',
      'migrate-to',
    ]) {
      expect(said[0]).toContain(`npm run caged -- ${name}`);
    }
    expect(await run('restore', '--help')).toBe(0);
    expect(said[1]).toContain('restore <pasta> [--overwrite]');
    expect(said[1]).not.toContain('import');
    expect(failed).toEqual([]);
  },
);

test('a command that does not exist is named, before those that do', async () => {
  expect(await run('estatus')).toBe(2);
  expect(failed[0]).toMatch(/^Não existe o comando "estatus"\.\nUso:/);
  expect(await run()).toBe(2);
  expect(failed[1]).toMatch(/^Uso:/);
});

test.each([
  ['import'],
  ['import', ''],
  ['backup', ''],
  ['restore', ''],
  ['approve'],
  ['cancel', 'a', 'b'],
  ['rejections'],
  ['backup'],
  ['backup', 'a', 'b'],
  ['status', 'agora'],
  ['restore'],
  ['migrate-to', '--database', 'x'],
])('%s with wrong arguments states its own usage', async (...args) => {
  expect(await run(...args)).toBe(2);
  expect(failed[0]?.split('\n')[1]).toContain(`npm run caged -- ${args[0]}`);
  expect(failed[0]?.split('npm run').length).toBe(2);
  expect(said).toEqual([]);
});
