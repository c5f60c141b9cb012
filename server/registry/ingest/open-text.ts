import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { anySignal } from '../sources/retry.ts';
import { chooseEntry, listEntries, maybeArchive, unpacked } from './archive.ts';
import { meteredText, tooLarge, type CountedText, type TextOptions } from './text-meter.ts';

/** The text of a received file. It can be read once. Its disposal ends the reading, however much was read. */
export interface OpenText extends AsyncDisposable {
  /** The name inside the archive, or the file's own. */
  readonly name: string;
  /** The length of the text in bytes, as the file declares it. */
  readonly declaredBytes: number;
  /** The first bytes, enough for the header and one line. */
  readonly start: Buffer;
  /** The whole text. A chunk is overwritten when the next one is requested. */
  readonly chunks: AsyncIterable<Buffer>;
  /** The counts of what was read so far; of the whole text once all chunks were read. */
  readonly counted: () => CountedText;
}

const startBytes = 16_384;
const chunkBytes = 1 << 20;

/**
 * Opens a received file as text: `.7z` and `.zip` are recognised by their first bytes and unpacked by 7-Zip during
 * reading, anything else is read unchanged. Paths inside an archive are never used. Throws `AppError` for encrypted,
 * ambiguous and empty archives; reading fails with one when the archive turns out to be broken or its text too long.
 */
export async function openText(path: string, options: TextOptions): Promise<OpenText> {
  const closing = new AbortController();
  const signal = anySignal(closing.signal, options.signal);
  const source = await textSource(path, { ...options, signal });
  const { chunks, counted } = meteredText(source.chunks, options);
  const start = await readStart(chunks);
  return {
    name: source.name,
    declaredBytes: source.bytes,
    start,
    chunks: prefixed(start, chunks),
    counted,
    [Symbol.asyncDispose]: async () => {
      // A read that is pending, for example of a 7-Zip that makes no progress, would delay the return.
      closing.abort();
      await chunks.return(undefined);
    },
  };
}

async function textSource(path: string, { maxBytes, signal }: TextOptions) {
  const archive = await maybeArchive(path);
  if (archive === undefined) {
    const { size } = await stat(path);
    if (size > maxBytes) throw tooLarge(maxBytes);
    return { name: basename(path), bytes: size, chunks: plainText(path, signal) };
  }
  const entry = chooseEntry(await listEntries(archive, signal), maxBytes);
  return {
    name: basename(entry.name.replaceAll('\\', '/')),
    bytes: entry.bytes,
    chunks: unpacked(archive, entry, signal),
  };
}

/** Reuses one buffer. With a new buffer for each chunk, garbage collection takes a tenth of a load. */
async function* plainText(path: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  await using file = await open(path, 'r');
  const buffer = Buffer.allocUnsafeSlow(chunkBytes);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes);
    signal?.throwIfAborted();
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Reads the first chunks, at least `startBytes` if the file has that many. */
async function readStart(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  while (bytes < startBytes) {
    const next = await chunks.next();
    if (next.done) break;
    parts.push(Buffer.from(next.value));
    bytes += next.value.length;
  }
  return Buffer.concat(parts);
}

async function* prefixed(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start;
  yield* rest;
}
