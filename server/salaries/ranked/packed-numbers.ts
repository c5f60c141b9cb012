import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * Numbers that few questions ask for are packed in blocks, so that they take a third of the room and any of them are
 * still read without the others. First where each block ends, counted from the first one's beginning; then the blocks.
 */

/** Numbers of a block. */
const blockLength = 32_768;
/** A block with a checksum is not taken for another one where the disk has lost some of it. */
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
};

export type Numbers = Uint16Array | Uint32Array;

const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Some numbers one behind another, packed. */
export function packedNumbers(numbers: Numbers): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  const ends = new Uint32Array(blocksOf(numbers.length));
  let end = 0;
  for (let block = 0; block < ends.length; block++) {
    const own = numbers.subarray(block * blockLength, (block + 1) * blockLength);
    const packed = zstdCompressSync(bytesOf(own), compression);
    blocks.push(packed);
    end += packed.length;
    ends[block] = end;
  }
  return [bytesOf(ends), ...blocks];
}

const blocksOf = (length: number) => Math.ceil(length / blockLength);

/** Fills bytes with those of a file from a place on. */
export type ReadBytes = (into: Uint8Array, at: number) => void;

/** Packed numbers of a file. The block that was read last is kept, for whoever reads on from there. */
export class PackedNumbers {
  readonly #read: ReadBytes;
  readonly #offset: number;
  readonly #ends: Uint32Array;
  #block = -1;
  #unpacked = new Uint8Array();

  constructor(read: ReadBytes, offset: number, length: number) {
    this.#read = read;
    this.#ends = new Uint32Array(blocksOf(length));
    read(bytesOf(this.#ends), offset);
    this.#offset = offset + this.#ends.byteLength;
  }

  /** Fills `into`, which must be of the kind that was packed, from the n-th number on. */
  read(from: number, into: Numbers): void {
    const width = into.BYTES_PER_ELEMENT;
    const bytes = bytesOf(into);
    for (let at = from; at < from + into.length;) {
      const block = Math.floor(at / blockLength);
      const first = at - block * blockLength;
      const unpacked = this.#unpack(block);
      const count = Math.min(from + into.length - at, blockLength - first);
      const own = unpacked.subarray(first * width, (first + count) * width);
      if (own.length < count * width) throw new RangeError('A block is too short.');
      bytes.set(own, (at - from) * width);
      at += count;
    }
  }

  #unpack(block: number): Uint8Array {
    if (block === this.#block) return this.#unpacked;
    const begin = block === 0 ? 0 : (this.#ends[block - 1] ?? 0);
    const packed = new Uint8Array((this.#ends[block] ?? begin) - begin);
    this.#read(packed, this.#offset + begin);
    this.#unpacked = zstdDecompressSync(packed);
    this.#block = block;
    return this.#unpacked;
  }
}
