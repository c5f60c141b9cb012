const exif = Buffer.from('Exif\0\0', 'latin1');
const orientationTag = 0x0112;
const entryLength = 12;

/**
 * Whether the notes of a camera (the content of a JPEG's APP1) say that its picture is to be shown turned or mirrored.
 * Notes that cannot be read say nothing.
 */
export function isTurnedByExif(content: Buffer): boolean {
  if (!content.subarray(0, exif.length).equals(exif)) return false;
  const tiff = content.subarray(exif.length);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => {
    if (at + 2 > tiff.length) return 0;
    return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  };
  const directory = isLittle ? short(4) + short(6) * 65_536 : short(4) * 65_536 + short(6);
  const count = short(directory);
  for (let at = directory + 2; at < directory + 2 + count * entryLength; at += entryLength) {
    if (at >= tiff.length) return false;
    if (short(at) === orientationTag) return short(at + 8) >= 2 && short(at + 8) <= 8;
  }
  return false;
}
