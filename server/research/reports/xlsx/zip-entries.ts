/** A file inside an archive, still packed. */
export interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly packed: Uint8Array;
}

const endSignature = 0x06054b50;
const centralSignature = 0x02014b50;
const endLength = 22;

/** The files of a small ZIP without a comment, as the workbook library writes it. */
export function zipEntries(archive: Uint8Array): ZipEntry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.byteLength - endLength;
  if (end < 0 || view.getUint32(end, true) !== endSignature) {
    throw new Error('The workbook library wrote something that is no ZIP.');
  }
  let at = view.getUint32(end + 16, true);
  return Array.from({ length: view.getUint16(end + 10, true) }, () => {
    if (view.getUint32(at, true) !== centralSignature) throw new Error('The ZIP is broken.');
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const entry = {
      name: Buffer.from(archive.subarray(at + 46, at + 46 + nameLength)).toString('utf8'),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      size: view.getUint32(at + 24, true),
      packed: archive.subarray(start, start + view.getUint32(at + 20, true)),
    };
    at += 46 + nameLength + extraLength;
    return entry;
  });
}
