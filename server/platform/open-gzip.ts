import { promisify } from 'node:util';
import { constants, crc32, gunzip, gzip, type ZlibOptions } from 'node:zlib';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A text that is compressed once and sent many times, each time with a different ending. */
export interface OpenGzip {
  /** The beginning of a gzip member: its header and complete blocks, aligned to a byte. */
  readonly packed: Buffer;
  /** CRC-32 and length of the compressed text, to continue from. */
  readonly crc: number;
  readonly bytes: number;
}

// Responses are 3 % larger than at the default level 6, which takes four times as long for a large one.
const level = 4;

/** Compresses the text outside the event loop. */
export async function openGzip(
  text: Buffer,
  options: Pick<ZlibOptions, 'strategy' | 'memLevel'> = {},
): Promise<OpenGzip> {
  const written = await pack(text, { ...options, level, finishFlush: constants.Z_SYNC_FLUSH });
  // A copy: zlib returns a view of at least 64 KiB, which a cached response of a few KB would hold in memory.
  const packed = Buffer.allocUnsafeSlow(written.length);
  written.copy(packed);
  return { packed, crc: crc32(text), bytes: text.length };
}

/** A stored block has a 16-bit length. */
const maxStoredBytes = 2 ** 16 - 1;

/**
 * The compressed text with this ending, as one gzip member, since browsers do not read a second one. Throws
 * `RangeError` for an ending of 64 KiB or more.
 */
export function endGzip({ packed, crc, bytes }: OpenGzip, ending: string): Buffer {
  const text = Buffer.from(ending);
  if (text.length > maxStoredBytes) throw new RangeError('The ending does not fit into a block.');
  // RFC 1951, 3.2.4: the last block, stored; RFC 1952, 2.3.1: the trailer of a member.
  const block = Buffer.from([1, 0, 0, 0, 0]);
  block.writeUInt16LE(text.length, 1);
  block.writeUInt16LE(maxStoredBytes - text.length, 3);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(text, crc), 0);
  trailer.writeUInt32LE((bytes + text.length) % 2 ** 32, 4);
  return Buffer.concat([packed, block, text, trailer]);
}

/** The decompressed text with this ending. */
export const unpackGzip = (open: OpenGzip, ending: string): Promise<Buffer> =>
  unpack(endGzip(open, ending));
