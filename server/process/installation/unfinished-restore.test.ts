import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireFinishedRestore, unfinishedRestore } from './unfinished-restore.ts';

const now = new Date('2026-01-02T03:04:05.000Z');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caged-unfinished-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('an interrupted move is completed, and nothing new takes the place of the moved data', async () => {
  const restore = unfinishedRestore(folder);
  await requireFinishedRestore(folder);
  for (const name of ['app.sqlite', 'outbox']) await writeFile(join(folder, name), 'old');
  await mkdir(join(folder, 'warehouse'));
  const aside = await restore.setAside((name) => name !== 'outbox', now);
  expect((await readdir(aside)).toSorted()).toEqual(['app.sqlite', 'warehouse']);

  // The state in the middle of a restore: one entry moved, one not yet, and a newly created database.
  const mark = join(folder, 'restore-unfinished.json');
  await writeFile(
    mark,
    JSON.stringify({ aside: [aside], moving: ['app.sqlite', 'gone', 'warehouse'] }),
  );
  await rename(join(aside, 'warehouse'), join(folder, 'warehouse'));
  await writeFile(join(folder, 'app.sqlite'), 'new');
  await expect(requireFinishedRestore(folder)).rejects.toThrow(aside);
  await unfinishedRestore(folder).finishMoving();
  expect(await readFile(join(aside, 'app.sqlite'), 'utf8')).toBe('old');
  expect((await readdir(aside)).toSorted()).toEqual(['app.sqlite', 'warehouse']);
  await expect(requireFinishedRestore(folder)).rejects.toThrow('foi interrompida');
  await restore.end();
  await requireFinishedRestore(folder);
});
