import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { bytesOf, type BlockForm } from './number-blocks.ts';

/** A block with a checksum is not taken for another one where the disk has lost some of it. */
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** For what few questions ask for: a third of the room, and 4 ns a number. */
export const packed: BlockForm = {
  written: (numbers) => zstdCompressSync(bytesOf(numbers), compression),
  read: (block) => zstdDecompressSync(block),
};

/** Of a block with more distinct numbers each is written as it is. */
const mostCoded = 256;

/**
 * For numbers of 16 bits of which a block has few distinct ones: these, and for each number which of them it is, in a
 * byte. How many there are stands before them; 0 before numbers as they are.
 */
export const coded: BlockForm = {
  written(numbers) {
    const distinct = [...new Set(numbers)];
    if (distinct.length > mostCoded) return behind(Uint16Array.of(0), Uint16Array.from(numbers));
    const codes = new Map(distinct.map((number, code) => [number, code]));
    const own = Uint8Array.from(numbers, (number) => codes.get(number) ?? 0);
    return behind(Uint16Array.of(distinct.length, ...distinct), own);
  },
  read(block) {
    const words = Uint16Array.from(
      { length: Math.min(mostCoded + 1, block.length >>> 1) },
      (_, at) => (block[at * 2] ?? 0) + (block[at * 2 + 1] ?? 0) * 256,
    );
    const distinct = words[0] ?? 0;
    const begin = (distinct + 1) * Uint16Array.BYTES_PER_ELEMENT;
    if (distinct === 0) return block.subarray(begin);
    const codes = block.subarray(begin);
    const numbers = new Uint16Array(codes.length);
    for (let at = 0; at < codes.length; at++) numbers[at] = words[(codes[at] ?? 0) + 1] ?? 0;
    return bytesOf(numbers);
  },
};

function behind(first: Uint16Array, second: Uint16Array | Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.byteLength + second.byteLength);
  bytes.set(bytesOf(first));
  bytes.set(bytesOf(second), first.byteLength);
  return bytes;
}
