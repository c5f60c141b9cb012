import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../ignore-missing.ts';
import { FileGoneError, placeIn, type ListedFile, type SharedFiles } from './shared-files.ts';

/** Files of a folder that all processes mount; with one process, any folder. */
export function folderFiles(root: string): SharedFiles {
  const here = (name: string) => placeIn(root, name);
  const size = async (name: string) => (await ignoreMissing(stat(here(name))))?.size;
  return {
    here,
    size,
    // Another machine reads what is on the disk, not what is in this machine's page cache.
    async share(name) {
      await using file = await open(here(name), 'r');
      await file.sync();
    },
    leave: async () => undefined,
    async read(name) {
      if ((await size(name)) === undefined) throw new FileGoneError(name);
      return createReadStream(here(name));
    },
    async fetch(name) {
      if ((await size(name)) === undefined) throw new FileGoneError(name);
      return { path: here(name), [Symbol.asyncDispose]: async () => undefined };
    },
    remove: async (name) => rm(here(name), { recursive: true, force: true }),
    list: (folder) => listFolder(here(folder)),
    async check() {
      await readdir(root);
    },
  };
}

/** The entries of a folder on the disk; none if it does not exist. */
export async function listFolder(path: string): Promise<ListedFile[]> {
  const names = (await ignoreMissing(readdir(path))) ?? [];
  const found = await Promise.all(
    names.map(async (name) => {
      const entry = await ignoreMissing(stat(join(path, name)));
      return entry && { name, changedAt: entry.mtime };
    }),
  );
  return found.filter((entry) => entry !== undefined);
}
