import { defined } from '../../../../shared/codes/defined.ts';
import { LRUCache } from 'lru-cache';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * Numbers of a section in compressed blocks, so that any of them can be read without the others: for columns that not
 * every query reads. A third of the size or less, and 1 to 4 ns a number to read.
 */

export type Numbers = Uint16Array | Uint32Array;

export const numbersOf = { 2: Uint16Array, 4: Uint32Array } as const;

export const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Higher levels do not make blocks this small smaller. The checksum detects a block that the disk has damaged. */
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

/**
 * Some numbers in blocks of `blockBytes` bytes before compression: first the end of each block, counted from the
 * beginning of the first block; then the blocks.
 */
export function packedBlocks(numbers: Numbers, blockBytes: number): Uint8Array[] {
  const bytes = bytesOf(numbers);
  const ends = new Uint32Array(Math.ceil(bytes.length / blockBytes));
  let end = 0;
  const blocks = Array.from(ends, (_, block) => {
    const content = bytes.subarray(block * blockBytes, (block + 1) * blockBytes);
    const written = zstdCompressSync(content, compression);
    end += written.length;
    ends[block] = end;
    return written;
  });
  return [bytesOf(ends), ...blocks];
}

/** Fills `into` with a file's bytes from offset `at` on. */
export type ReadBytes = (into: Uint8Array, at: number) => void;

/**
 * The blocks that this thread read last: the tasks of a query read the same blocks of its occupations one after another,
 * and a query about all occupations reads a block of each run in turn, 164 over 82 months.
 */
const cached = new LRUCache<number, Uint8Array>({
  maxSize: 12 * 2 ** 20,
  sizeCalculation: ({ length }) => length,
});

/** A section has fewer blocks than this: 16 GiB. */
const maxBlocks = 2 ** 20;
let lastSection = 0;

export class NumberBlocks {
  readonly #read: ReadBytes;
  readonly #offset: number;
  readonly #blockBytes: number;
  readonly #ends: Uint32Array;
  /** The cache key of the section's first block. */
  readonly #key = ++lastSection * maxBlocks;

  /** `bytes` and `blockBytes` are those of the numbers before compression. */
  constructor(
    read: ReadBytes,
    {
      offset,
      bytes,
      blockBytes,
    }: { readonly offset: number; readonly bytes: number; readonly blockBytes: number },
  ) {
    this.#read = read;
    this.#blockBytes = blockBytes;
    this.#ends = new Uint32Array(Math.ceil(bytes / blockBytes));
    read(bytesOf(this.#ends), offset);
    this.#offset = offset + this.#ends.byteLength;
  }

  /** Fills `into`, which must have the written type, with the numbers from index `from` on. */
  read(from: number, into: Numbers): void {
    const bytes = bytesOf(into);
    const begin = from * into.BYTES_PER_ELEMENT;
    for (let read = 0; read < bytes.length;) {
      const block = Math.floor((begin + read) / this.#blockBytes);
      const first = begin + read - block * this.#blockBytes;
      const count = Math.min(bytes.length - read, this.#blockBytes - first);
      const numbers = this.#whole(block).subarray(first, first + count);
      if (numbers.length < count) throw new RangeError('A block is too short.');
      bytes.set(numbers, read);
      read += count;
    }
  }

  #whole(block: number): Uint8Array {
    const known = cached.get(this.#key + block);
    if (known !== undefined) return known;
    const begin = block === 0 ? 0 : defined(this.#ends[block - 1]);
    const written = new Uint8Array(defined(this.#ends[block]) - begin);
    this.#read(written, this.#offset + begin);
    // A block fits in one buffer of the decompression, which returns it without a copy if it is not full.
    const bytes = zstdDecompressSync(written, { chunkSize: this.#blockBytes + 1 });
    cached.set(this.#key + block, bytes);
    return bytes;
  }
}
