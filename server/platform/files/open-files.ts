import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fetchedCopies, placeIn, type ListedFile, type SharedFiles } from './shared-files.ts';
import { StartError } from '../errors.ts';
import { parseBucketAddress, type S3Address } from './bucket-address.ts';
import { bucketAt, type BucketObject } from './bucket.ts';
import { folderFiles, listFolder } from './folder-files.ts';

/** Files of a bucket. Files in progress are in a folder of this machine. */
function bucketFiles(address: S3Address, ownFolder: string): SharedFiles {
  const bucket = bucketAt(address);
  const here = (name: string) => placeIn(ownFolder, name);
  return {
    here,
    share: (name, signal) => bucket.put(name, here(name), signal),
    leave: (name) => leaveHere(ownFolder, name),
    size: (name) => bucket.size(name),
    read: (name) => bucket.read(name),
    async fetch(name, signal) {
      const path = join(ownFolder, fetchedCopies, randomUUID());
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const dispose = () => rm(path, { force: true });
      try {
        const content = await bucket.read(name, signal);
        await pipeline(content, createWriteStream(path), { signal });
      } catch (error) {
        await dispose();
        throw error;
      }
      return { path, [Symbol.asyncDispose]: dispose };
    },
    async remove(name) {
      await rm(here(name), { recursive: true, force: true });
      await bucket.remove(name);
      for (const { key } of await bucket.list(`${name}/`)) await bucket.remove(key);
    },
    async list(folder) {
      const shared = byName(await bucket.list(`${folder}/`), folder.length + 1);
      return newest([...shared, ...(await listFolder(here(folder)))]);
    },
    check: () => bucket.check(),
  };
}

async function leaveHere(ownFolder: string, name: string): Promise<void> {
  // The file is already shared: a failure to remove the copy must not undo the caller's work.
  await rm(join(ownFolder, name), { force: true }).catch(() => undefined);
  const [area = '', ...folders] = name.split('/').slice(0, -1);
  if (folders.length === 0) return;
  // The folder may still contain other files of the same load.
  await rmdir(join(ownFolder, area, ...folders)).catch(() => undefined);
}

const byName = (objects: readonly BucketObject[], start: number): ListedFile[] =>
  objects.map(({ key, changedAt }) => ({
    name: key.slice(start).split('/', 1)[0] ?? '',
    changedAt,
  }));

/** Each name once, with the time of its newest entry. */
function newest(entries: readonly ListedFile[]): ListedFile[] {
  const oldestFirst = entries.toSorted((a, b) => a.changedAt.getTime() - b.changedAt.getTime());
  return [...new Map(oldestFirst.map((entry) => [entry.name, entry])).values()];
}

export interface FilesPlace {
  /** `s3://…`; undefined means `dataDir`. */
  readonly filesUrl: string | undefined;
  readonly dataDir: string;
}

/** Opens the file storage and checks it, so that a wrong address fails here with a clear message. */
export async function openFiles({ filesUrl, dataDir }: FilesPlace): Promise<SharedFiles> {
  if (filesUrl === undefined) return folderFiles(dataDir);
  const files = bucketFiles(parseBucketAddress(filesUrl, 'FILES_URL'), dataDir);
  try {
    await files.check();
    return files;
  } catch (cause) {
    throw new StartError(
      'Não foi possível abrir o bucket de FILES_URL: confira o servidor, o bucket, a chave, o segredo e a região.',
      { cause },
    );
  }
}
