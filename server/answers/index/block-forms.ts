import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { bytesOf, type BlockForm } from './number-blocks.ts';

/** The checksum detects a block that the disk has damaged. */
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** For columns that not every query reads: a third of the size or less, and 1 to 4 ns a number to read. */
export const packed: BlockForm = {
  written: (numbers) => zstdCompressSync(bytesOf(numbers), compression),
  read: (block) => zstdDecompressSync(block),
};
