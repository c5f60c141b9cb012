import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const printing = `console.log(await (await import(process.argv[1])).ownCode())`;

test('the digest of the program changes with its code and its tables, and not with its tests', async () => {
  const root = await mkdtemp(join(tmpdir(), 'caged-digest-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const digest = join(root, 'server/platform/digest.ts');
  await cp(join(import.meta.dirname, 'digest.ts'), digest);
  await mkdir(join(root, 'shared'));
  const digestWith = async (path: string, text: string) => {
    await writeFile(join(root, path), text);
    const args = ['--input-type=module', '--eval', printing, digest];
    return (await promisify(execFile)(process.execPath, args)).stdout;
  };
  const first = await digestWith('package.json', '{"type":"module"}');
  const digests = [
    first,
    await digestWith('server/code.ts', 'export {};'),
    await digestWith('server/platform/table.json', '{}'),
    await digestWith('shared/table.json', '{}'),
  ];
  expect(new Set(digests).size).toBe(4);
  expect(await digestWith('server/code.test.ts', 'export {};')).toBe(digests.at(-1));
});
