import { createReadStream, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  changedMeanwhile,
  codeOf,
  fileMissing,
  folderMissing,
  unauthorised,
  unreachable,
  type SourceFailure,
} from './failures.ts';
import { offeredBy } from './offered-by.ts';
import {
  isSameVersion,
  type FileVersion,
  type FoundFile,
  type OpenedFile,
  type Received,
  type Source,
  type SourceLimits,
} from './source.ts';
import { walkTree, type Folder } from './walk-tree.ts';

/** A folder of this machine, or one mounted on it. */
export function folderSource(path: string, limits: SourceLimits): Source {
  const label = path;
  return offeredBy(
    {
      find: (search) =>
        walkTree(
          { label, limits, root: path, read: (folder) => readFolder(label, folder) },
          search,
        ),
      open: (file, received, signal) => openFile(label, file.path, received, signal),
    },
    label,
    limits,
  );
}

async function readFolder(label: string, folder: string): Promise<Folder> {
  const entries = await asSource(label, folderMissing, () => readdir(folder));
  const described = await Promise.all(
    entries.map(async (name) => {
      const path = join(folder, name);
      return { name, path, stats: await maybeStat(path) };
    }),
  );
  return {
    files: described.flatMap(({ name, path, stats }): FoundFile[] =>
      stats?.isFile() ? [{ name, path, ...versionOf(stats) }] : [],
    ),
    folders: described.filter(({ stats }) => stats?.isDirectory()),
  };
}

// An entry may disappear between the listing and this call, or be a broken link.
async function maybeStat(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ELOOP'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

const versionOf = (stats: Stats): FileVersion => ({
  bytes: stats.size,
  modifiedAt: stats.mtime.toISOString(),
  hash: null,
});

async function openFile(
  label: string,
  path: string,
  received: Received | undefined,
  signal: AbortSignal,
): Promise<OpenedFile> {
  const ask = () => asSource(label, fileMissing, () => stat(path));
  const version = versionOf(await ask());
  const start = received && isSameVersion(received.version, version) ? received.bytes : 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const chunks = createReadStream(path, { start, highWaterMark: 1 << 20, signal });
    try {
      yield* chunks;
    } catch (error) {
      throw fileFailure(label, fileMissing, error);
    }
    if (!isSameVersion(version, versionOf(await ask()))) throw changedMeanwhile(label);
  }
  return { version, start, bytes: bytes() };
}

async function asSource<Result>(
  label: string,
  missing: SourceFailure,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw fileFailure(label, missing, error);
  }
}

function fileFailure(label: string, missing: SourceFailure, error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return missing(label, error);
  if (code === 'EACCES' || code === 'EPERM') return unauthorised(label, error);
  // The errors of a mounted folder whose server is gone.
  if (['EIO', 'ESTALE', 'ETIMEDOUT', 'EHOSTDOWN'].includes(code)) return unreachable(label, error);
  return error;
}
