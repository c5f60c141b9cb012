import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { maybeNote, noteFinish, removeHalfWrittenNotes, unfinishedNotes } from './finish-notes.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'caged-notes-'));
});

afterEach(() => rm(directory, { recursive: true }));

const note = { ownerId: 'ana', request: { files: [{ id: 'a'.repeat(32) }] } };

test('a note stays until its request is complete', async () => {
  const remove = await noteFinish(directory, note);
  const paths = await unfinishedNotes(directory);
  expect(await Promise.all(paths.map(maybeNote))).toEqual([note]);
  await remove();
  expect(await readdir(directory)).toEqual([]);
});

test('a half-written note of an hour ago is removed, a younger one and whole notes stay', async () => {
  await noteFinish(directory, note);
  const old = `finish-${'0'.repeat(36)}.json.new`;
  const young = `finish-${'1'.repeat(36)}.json.new`;
  for (const name of [old, young]) await writeFile(join(directory, name), '{"owner');
  const hourAgo = new Date(Date.now() - 3_600_001);
  await utimes(join(directory, old), hourAgo, hourAgo);
  await removeHalfWrittenNotes(directory);
  const left = await readdir(directory);
  expect(left).toHaveLength(2);
  expect(left).toContain(young);
  const paths = await unfinishedNotes(directory);
  expect(await Promise.all(paths.map(maybeNote))).toEqual([note]);
});
