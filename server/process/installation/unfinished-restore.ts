import { mkdir, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '../../platform/errors.ts';
import { ignoreMissing } from '../../platform/ignore-missing.ts';
import { parseJson } from '../../../shared/contracts/parse-json.ts';

const Mark = z.object({
  /** Folders with earlier data, the oldest first. */
  aside: z.array(z.string()),
  /** Names that are being moved to the last of these folders. */
  moving: z.array(z.string()),
});
type Mark = z.infer<typeof Mark>;

/** The file's name in the folder that is restored. */
export const unfinishedMark = 'restore-unfinished.json';

/**
 * The mark of a restore in progress. It is written into the folder before anything is moved or written, and removed
 * when everything is there: a server that started in between would find nothing and create a new installation. An
 * interrupted restore can be repeated any number of times and continues.
 */
export function unfinishedRestore(dataDir: string) {
  const path = join(dataDir, unfinishedMark);

  /** With a damaged mark the folder still counts as incomplete. */
  const read = async (): Promise<Mark | undefined> => {
    const text = await ignoreMissing(readFile(path, 'utf8'));
    if (text === undefined) return undefined;
    return Mark.safeParse(parseJson(text)).data ?? { aside: [], moving: [] };
  };
  /** Writes the mark atomically and durably: after a power cut it is complete or absent. */
  const write = async (mark: Mark): Promise<void> => {
    await writeFile(`${path}.new`, JSON.stringify(mark), { mode: 0o600, flush: true });
    await rename(`${path}.new`, path);
    await using folder = await open(dataDir);
    await folder.sync();
  };

  /** Finishes an interrupted move. Call it before anything is opened: opening would create the moved files again. */
  const finishMoving = async (): Promise<void> => {
    const mark = await read();
    const aside = mark?.aside.at(-1);
    if (mark === undefined || aside === undefined) return;
    await mkdir(aside, { recursive: true, mode: 0o700 });
    const there = new Set(await readdir(aside));
    for (const name of mark.moving) {
      if (there.has(name)) continue;
      await ignoreMissing(rename(join(dataDir, name), join(aside, name)));
    }
    await write({ ...mark, moving: [] });
  };

  return {
    /** Folders with earlier data; undefined if no restore was begun. */
    aside: async (): Promise<readonly string[] | undefined> => (await read())?.aside,

    /** Marks the folder as incomplete from here on. */
    begin: async (): Promise<void> => write((await read()) ?? { aside: [], moving: [] }),

    /** Moves the entries that `isOld` accepts into a new subfolder; returns that folder's path. */
    setAside: async (isOld: (name: string) => boolean, now: Date): Promise<string> => {
      const aside = join(dataDir, `before-restore-${now.toISOString().replaceAll(':', '')}`);
      const before = (await read())?.aside ?? [];
      const names = (await ignoreMissing(readdir(dataDir))) ?? [];
      await write({ aside: [...before, aside], moving: names.filter(isOld) });
      await finishMoving();
      return aside;
    },

    finishMoving,

    end: () => rm(path, { force: true }),
  };
}

export type UnfinishedRestore = ReturnType<typeof unfinishedRestore>;

/** Throws `StartError` if a restore into the folder was begun and not finished. */
export async function requireFinishedRestore(dataDir: string): Promise<void> {
  const aside = await unfinishedRestore(dataDir).aside();
  if (aside === undefined) return;
  const stored = aside[0] === undefined ? '' : ` O que havia antes está em ${aside[0]}.`;
  throw new StartError(
    `Uma restauração para DATA_DIR foi interrompida: repita o comando que a começou (npm run caged -- restore <pasta> --overwrite), e ela continua.${stored}`,
  );
}
