import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { resumableHours } from '../../../shared/contracts/resumable.ts';

/** Removes uploads that began too long ago, finished or not. Several processes may run it without harm. */
export async function sweepPartialUploads({
  directory,
  clock,
}: {
  readonly directory: string;
  readonly clock: () => Date;
}): Promise<{ readonly partialUploads: number }> {
  const before = clock().getTime() - resumableHours * 3_600_000;
  const names = await readdir(directory).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const ids = new Set(names.map((name) => name.replace(/\.json$/, '')));
  let partialUploads = 0;
  for (const id of ids) {
    if ((await begunAt(join(directory, id))) >= before) continue;
    await rm(join(directory, id), { force: true });
    await rm(join(directory, `${id}.json`), { force: true });
    partialUploads += 1;
  }
  return { partialUploads };
}

/** The note beside a file is written once, when the upload begins; a file without a note counts by its own time. */
async function begunAt(path: string): Promise<number> {
  const found = await stat(`${path}.json`).catch(() => stat(path).catch(() => undefined));
  return found?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
