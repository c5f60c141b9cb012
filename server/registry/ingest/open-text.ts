import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { chooseEntry, isArchive, listEntries, unpacked } from './archive.ts';
import { TextMeter, tooLarge, type CountedText, type TextOptions } from './text-meter.ts';

/** The text of a received file. It can be read once. */
export interface OpenText {
  /** The name inside the archive, or the file's own. */
  readonly name: string;
  /** The length of the text in bytes, as the file declares it. */
  readonly declaredBytes: number;
  /** The first bytes, enough for the header and one line. */
  readonly start: Buffer;
  /** The whole text. A caller that stops reading must destroy the stream. */
  readonly stream: Readable;
  /** The counts of what was read so far; of the whole text once the stream has ended. */
  readonly counted: () => CountedText;
}

const START_BYTES = 16_384;
const CHUNK_BYTES = 1 << 20;

/**
 * Opens a received file as text: `.7z` and `.zip` are recognised by their first bytes and unpacked by 7-Zip during
 * reading, anything else is read unchanged. Paths inside an archive are never used. Throws `AppError` for encrypted,
 * ambiguous and empty archives; the stream fails with one when the archive turns out to be broken or its text too long.
 */
export async function openText(path: string, options: TextOptions): Promise<OpenText> {
  const source = await textSource(path, options);
  const meter = new TextMeter(options);
  const chunks = meter.watch(source.chunks);
  const start = await readStart(chunks);
  const stream = Readable.from(following(start, chunks), {
    objectMode: false,
    highWaterMark: CHUNK_BYTES,
  });
  // Destroying a stream that was never read does not end its source.
  stream.once('close', () => void chunks.return(undefined));
  const counted = () => meter.counted();
  return { name: source.name, declaredBytes: source.bytes, start, stream, counted };
}

/** SHA-256 of a file's bytes, without unpacking. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    hash.update(chunk);
  }
  return hash.digest('hex');
}

interface TextSource {
  readonly name: string;
  readonly bytes: number;
  readonly chunks: AsyncIterable<Buffer>;
}

async function textSource(path: string, { maxBytes, signal }: TextOptions): Promise<TextSource> {
  if (!(await isArchive(path))) {
    const file = await open(path, 'r');
    const { size } = await file.stat();
    if (size > maxBytes) {
      await file.close();
      throw tooLarge(maxBytes);
    }
    const chunks = file.createReadStream({
      highWaterMark: CHUNK_BYTES,
      ...(signal && { signal }),
    });
    return { name: basename(path), bytes: size, chunks };
  }
  const entry = chooseEntry(await listEntries(path, signal), maxBytes);
  return {
    name: basename(entry.name.replaceAll('\\', '/')),
    bytes: entry.bytes,
    chunks: unpacked(path, entry, signal),
  };
}

/** Reads the first chunks, at least `START_BYTES` if the file has that many. */
async function readStart(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  while (bytes < START_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    parts.push(next.value);
    bytes += next.value.length;
  }
  return Buffer.concat(parts);
}

async function* following(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start;
  yield* rest;
}
