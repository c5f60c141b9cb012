import { createReadStream, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { firstCodeOf, SourceFailure, type FailureCode } from './failures.ts';
import {
  isSameVersion,
  type FileVersion,
  type FoundFile,
  type OpenedFile,
  type Reader,
  type Received,
  type SourceLimits,
} from './source.ts';
import { walkTree, type Folder } from './walk-tree.ts';

/** A folder of this machine, or one mounted on it. */
export const folderReader = (root: string, limits: SourceLimits): Reader => ({
  find: (search) => walkTree({ limits, root, read: readFolder }, search),
  open: (file, received, signal) => openFile(file.path, received, signal),
});

async function readFolder(folder: string): Promise<Folder> {
  const entries = await readdir(folder).catch(refuse('fonte_pasta_ausente'));
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
    if (['ENOENT', 'EACCES', 'ELOOP'].includes(firstCodeOf(error))) return undefined;
    throw error;
  }
}

const versionOf = (stats: Stats): FileVersion => ({
  bytes: stats.size,
  modifiedAt: stats.mtime.toISOString(),
  hash: null,
});

async function openFile(
  path: string,
  received: Received | undefined,
  signal: AbortSignal,
): Promise<OpenedFile> {
  const missing = refuse('fonte_arquivo_ausente');
  const version = versionOf(await stat(path).catch(missing));
  const start = received && isSameVersion(received.version, version) ? received.bytes : 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const chunks = createReadStream(path, { start, highWaterMark: 1 << 20, signal });
    try {
      yield* chunks;
    } catch (error) {
      missing(error);
    }
    const now = versionOf(await stat(path).catch(missing));
    if (!isSameVersion(version, now)) throw new SourceFailure('fonte_alterada');
  }
  return { version, start, bytes: bytes() };
}

/** Throws the failure that an error of the file system means; any other error unchanged. */
const refuse =
  (missing: FailureCode) =>
  (error: unknown): never => {
    const code = firstCodeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new SourceFailure(missing, { cause: error });
    if (code === 'EACCES' || code === 'EPERM')
      throw new SourceFailure('fonte_sem_autorizacao', { cause: error });
    // The errors of a mounted folder whose server is gone.
    if (['EIO', 'ESTALE', 'ETIMEDOUT', 'EHOSTDOWN'].includes(code))
      throw new SourceFailure('fonte_inalcancavel', { cause: error });
    throw error;
  };
