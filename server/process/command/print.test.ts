import { mkdtemp, rm } from 'node:fs/promises';
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

test('a word that nothing has is reported, and so is a text that finds nothing', async () => {
  expect(await find('vendedor qwertyuiop')).toBe(0);
  expect(said[0]).toMatch(/521110 .*qwertyuiop/);
  expect(await find('xyzw')).toBe(1);
  expect(said[1]).toBe('Não encontramos o cargo "xyzw". Tente outra palavra.');
});
