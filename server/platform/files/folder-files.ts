import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileGoneError, type ListedFile, type SharedFiles } from './shared-files.ts';

/** Files of a folder that every process has mounted; with one process, any folder. */
export function folderFiles(root: string): SharedFiles {
  const here = (name: string) => join(root, name);
  const size = async (name: string) => (await unlessMissing(stat(here(name))))?.size;
  return {
    here,
    size,
    // Whoever reads it on another machine reads what is on the disk, and not what this one still remembers.
    async share(name) {
      const file = await open(here(name), 'r');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
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
    remove: (name) => rm(here(name), { recursive: true, force: true }),
    list: (folder) => listFolder(here(folder)),
    async check() {
      await readdir(root);
    },
  };
}

/** What lies in a folder of the disk; nothing where it is missing. */
export async function listFolder(path: string): Promise<ListedFile[]> {
  const names = (await unlessMissing(readdir(path))) ?? [];
  const found = await Promise.all(
    names.map(async (name) => {
      const entry = await unlessMissing(stat(join(path, name)));
      return entry && { name, changedAt: entry.mtime };
    }),
  );
  return found.filter((entry) => entry !== undefined);
}

async function unlessMissing<Found>(finding: Promise<Found>): Promise<Found | undefined> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
