import { Zip, type ZipInputFile } from 'fflate';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** A file of an archive, in pieces that are read when the file is written. */
export interface ZipEntry {
  readonly name: string;
  readonly pieces: Pieces;
}

const deflated = 8;
/** Rows of a workbook are so repetitive that a higher level gains little and takes twice the time. */
const level = 4;
// The earliest date that a ZIP can hold, so that the same report gives the same file.
const mtime = new Date(1980, 0, 1);

/**
 * Writes a ZIP as a stream, with the memory of a few buffers. Sizes and offsets are 32 bits wide, so each entry and the
 * archive must be below 4 GB. Node compresses, because it is faster than the library.
 */
export async function writeZip(path: string, entries: Iterable<ZipEntry>): Promise<void> {
  await using file = await open(path, 'w', 0o600);
  let unwritten: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    unwritten.push(bytes);
  });
  const write = async () => {
    const pieces = unwritten;
    unwritten = [];
    for (const piece of pieces) await file.write(piece);
  };
  for (const { name, pieces } of entries) {
    const entry: ZipInputFile = { filename: name, compression: deflated, crc: 0, size: 0, mtime };
    zip.add(entry);
    await pipeline(
      measured(pieces, entry),
      createDeflateRaw({ level }),
      async (packed: AsyncIterable<Uint8Array<ArrayBuffer>>) => {
        for await (const bytes of packed) {
          entry.ondata?.(null, bytes, false);
          await write();
        }
      },
    );
    entry.ondata?.(null, new Uint8Array(), true);
  }
  zip.end();
  await write();
}

/** Passes bytes on, and adds them to an entry's size and checksum. */
async function* measured(pieces: Pieces, entry: ZipInputFile): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.byteLength;
    yield bytes;
  }
}
