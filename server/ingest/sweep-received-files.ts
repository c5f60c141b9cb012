import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { Store } from '../store/store.ts';

export interface ReceivedFiles {
  readonly store: Store;
  readonly clock: () => Date;
  /** Each upload's files lie in a folder of their own here. */
  readonly uploadsDir: string;
}

const dayMs = 86_400_000;
/** So long a failed load can be tried again from the files that were sent. */
const keptDays = 7;

/**
 * Removes the received files of loads that ended long ago, and folders that no load knows: what a process left
 * that died while it was receiving. Loads that wait or work keep theirs.
 */
export async function sweepReceivedFiles({
  store,
  clock,
  uploadsDir,
}: ReceivedFiles): Promise<{ readonly receivedFolders: number }> {
  const now = clock().getTime();
  const needed = await neededFolders(store, uploadsDir, new Date(now - keptDays * dayMs));
  let receivedFolders = 0;
  for (const name of await namesIn(uploadsDir)) {
    if (needed.has(name)) continue;
    const folder = join(uploadsDir, name);
    const found = await stat(folder).catch(() => undefined);
    // A folder this young may belong to files that are still arriving.
    if (found === undefined || found.mtimeMs > now - dayMs) continue;
    await rm(folder, { recursive: true, force: true });
    receivedFolders += 1;
  }
  return { receivedFolders };
}

async function neededFolders({ db }: Store, uploadsDir: string, endedBefore: Date) {
  const rows = await db
    .selectFrom('upload_files')
    .innerJoin('uploads', 'uploads.id', 'upload_files.upload_id')
    .select('upload_files.path')
    .where((where) =>
      where.or([
        where('uploads.finished_at', 'is', null),
        where('uploads.finished_at', '>', endedBefore.toISOString()),
      ]),
    )
    .execute();
  const received = rows.filter(({ path }) => path.startsWith(uploadsDir + sep));
  return new Set(received.map(({ path }) => basename(dirname(path))));
}

async function namesIn(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
}
