import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { ignoreMissing } from '../../platform/ignore-missing.ts';
import { FileVersion, type Received } from './source.ts';
import { parseJson } from '../../../shared/contracts/parse-json.ts';

/**
 * The file in which a download grows, `target.part`, and beside it `target.part.json`, which states the source, the
 * file and the version that it contains.
 */
export interface PartFile {
  readonly target: string;
  /** The source's label and the path in it: a part of another file is useless. */
  readonly origin: string;
}

const Note = z.object({ origin: z.string(), version: FileVersion });

export const partPath = ({ target }: PartFile) => `${target}.part`;
const notePath = ({ target }: PartFile) => `${target}.part.json`;

/** Number of bytes on disk, of whatever version. */
export async function partBytes(part: PartFile): Promise<number> {
  return (await ignoreMissing(stat(partPath(part))))?.size ?? 0;
}

/** The part from which a download can continue; undefined if there is none, or none that is known to match. */
export async function readPart(part: PartFile): Promise<Received | undefined> {
  const [bytes, text] = await Promise.all([
    partBytes(part),
    ignoreMissing(readFile(notePath(part), 'utf8')),
  ]);
  const note = Note.safeParse(parseJson(text ?? ''));
  if (bytes === 0 || !note.success || note.data.origin !== part.origin) return undefined;
  const { version } = note.data;
  if (version.bytes === null || version.bytes < bytes) return undefined;
  // If the part is already complete, its last byte is requested again, so that the source has one to send: the response
  // proves that the version is still the same.
  return { bytes: Math.min(bytes, version.bytes - 1), version };
}

/** Writes the version before the first byte of the part, so that a part never has the wrong note. */
export async function beginPart(part: PartFile, version: FileVersion): Promise<void> {
  await removePart(part);
  await writeFile(notePath(part), JSON.stringify({ origin: part.origin, version }));
}

export async function removePart(part: PartFile): Promise<void> {
  await rm(partPath(part), { force: true });
  await rm(notePath(part), { force: true });
}

export interface Sums {
  readonly sha256: string;
  readonly md5: string;
}

/** The checksums of what is on disk, not of what the process wrote. */
export async function sumPart(part: PartFile, signal: AbortSignal | undefined): Promise<Sums> {
  const sha256 = createHash('sha256');
  const md5 = createHash('md5');
  for await (const chunk of createReadStream(partPath(part), { highWaterMark: 1 << 20, signal })) {
    sha256.update(chunk);
    md5.update(chunk);
  }
  return { sha256: sha256.digest('hex'), md5: md5.digest('hex') };
}

/** Renames the complete part, which is on disk, to its target. */
export async function finishPart(part: PartFile): Promise<void> {
  await rename(partPath(part), part.target);
  await rm(notePath(part), { force: true });
}
