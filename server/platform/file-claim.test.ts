import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { FileClaims } from './file-claim.ts';

const newFolder = () => mkdtemp(join(tmpdir(), 'caged-claims-'));

afterEach(() => vi.restoreAllMocks());

test('only one process at a time has the claim on a file', async () => {
  const path = join(await newFolder(), 'a.ranked');
  const [one, other] = [new FileClaims(), new FileClaims()];
  const claim = await one.take(path);
  expect(claim).not.toBeNull();
  expect(await other.take(path)).toBeNull();
  await claim?.[Symbol.asyncDispose]();
  const next = await other.take(path);
  expect(next).not.toBeNull();
  expect(await one.take(path)).toBeNull();
});

test('a claim expires after half a minute without renewal, by the clock of the process that checks it', async () => {
  const folder = await newFolder();
  const path = join(folder, 'a.ranked');
  await writeFile(`${path}.making`, '');
  // Another machine's clock may be ahead.
  const ahead = new Date(Date.now() + 3_600_000);
  await utimes(`${path}.making`, ahead, ahead);
  const claims = new FileClaims();
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  expect(await claims.take(path)).toBeNull();
  now += 20_000;
  expect(await claims.take(path)).toBeNull();
  const again = new Date(Date.now() + 7_200_000);
  await utimes(`${path}.making`, again, again);
  now += 20_000;
  expect(await claims.take(path)).toBeNull();
  now += 40_000;
  const claim = await claims.take(path);
  expect(claim).not.toBeNull();
  await claim?.[Symbol.asyncDispose]();
  expect(await readdir(folder)).toEqual([]);
});
