import { randomUUID } from 'node:crypto';
import { readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FinishResumable } from '../../../shared/contracts/resumable.ts';

const FinishNote = z.object({ ownerId: z.string(), request: FinishResumable });
/** A request to load whole files, written before anything is moved. */
export type FinishNote = z.infer<typeof FinishNote>;

const isNoteName = (name: string) => /^finish-[0-9a-f-]{36}\.json$/.test(name);
const isHalfWrittenName = (name: string) => /^finish-[0-9a-f-]{36}\.json\.new$/.test(name);

/** Writing a note takes far less time. Another process may still be writing a younger one. */
const halfWrittenMs = 3_600_000;

/** Writes a request next to its files, so that the next start can complete it. Returns what removes the note. */
export async function noteFinish(
  directory: string,
  note: FinishNote,
): Promise<() => Promise<void>> {
  const path = join(directory, `finish-${randomUUID()}.json`);
  await writeFile(`${path}.new`, JSON.stringify(note), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return () => rm(path, { force: true });
}

/** Removes notes whose process died while writing them. Their files did not move: the sender can repeat the request. */
export async function removeHalfWrittenNotes(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter(isHalfWrittenName);
  await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      const written = await stat(path).catch(() => undefined);
      if (written === undefined || Date.now() - written.mtimeMs < halfWrittenMs) return;
      await rm(path, { force: true });
    }),
  );
}

/** The paths of the notes of requests that no process completed. */
export async function unfinishedNotes(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter(isNoteName).map((name) => join(directory, name));
}

/** Reads a note; undefined for one that cannot be read, as one that was removed. Throws if the content is not a note. */
export async function maybeNote(path: string): Promise<FinishNote | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : FinishNote.parse(JSON.parse(text));
}
