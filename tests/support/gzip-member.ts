import { buffer } from 'node:stream/consumers';
import { createInflateRaw, crc32 } from 'node:zlib';

/** The text of a body that is exactly one gzip member. Throws for anything else. */
export async function onlyMember(body: Buffer): Promise<Buffer> {
  const [headerBytes, trailerBytes] = [10, 8];
  // The magic number, deflate, and no optional fields: RFC 1952.
  if (body.readUInt32BE(0) !== 0x1f8b_0800) throw new Error('This is no gzip member.');
  const inflate = createInflateRaw();
  inflate.end(body.subarray(headerBytes));
  const text = await buffer(inflate);
  const trailer = headerBytes + inflate.bytesWritten;
  if (trailer + trailerBytes !== body.length) throw new Error('Something follows the member.');
  if (body.readUInt32LE(trailer) !== crc32(text)) throw new Error('The checksum is wrong.');
  if (body.readUInt32LE(trailer + 4) !== text.length) throw new Error('The length is wrong.');
  return text;
}
