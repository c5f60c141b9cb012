import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a ZIP file, with the false statements of a hostile one. */
export interface ZipEntry {
  readonly name: string | Buffer;
  readonly content: Buffer;
  /** The length in the headers, if not the true one. */
  readonly declaredBytes?: number;
  readonly declaredCrc?: number;
  /** POSIX mode; default: a regular file. */
  readonly mode?: number;
  /** Writes both lengths in the extra field of ZIP64. */
  readonly isZip64?: boolean;
  /** Marks the content as encrypted, which it is not. */
  readonly isMarkedEncrypted?: boolean;
}

interface Packed {
  readonly local: Buffer;
  readonly central: (offset: number) => Buffer;
}

/** A ZIP file written by hand, so that each field can be wrong. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { local, central } of entries.map(packed)) {
    centrals.push(central(offset));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length % 65_536, 8);
  end.writeUInt16LE(entries.length % 65_536, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

function packed(entry: ZipEntry): Packed {
  const name = Buffer.from(entry.name);
  const body = deflateRawSync(entry.content);
  const shared = sharedFields(entry, name, body.length);
  const extra = entry.isZip64 ? zip64Extra(entry, body.length) : Buffer.alloc(0);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  shared.copy(local, 4);
  local.writeUInt16LE(extra.length, 28);
  return {
    local: Buffer.concat([local, name, extra, body]),
    central: (offset) => {
      const central = Buffer.alloc(46);
      central.writeUInt32LE(0x02014b50, 0);
      // "Made by" a POSIX system, so that readers apply the mode.
      central.writeUInt16LE(0x0314, 4);
      shared.copy(central, 6);
      central.writeUInt16LE(extra.length, 30);
      central.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38);
      central.writeUInt32LE(offset, 42);
      return Buffer.concat([central, name, extra]);
    },
  };
}

/** From "version needed" to the name's length: 24 bytes that both headers share. */
function sharedFields(entry: ZipEntry, name: Buffer, packedBytes: number): Buffer {
  const fields = Buffer.alloc(24);
  const isUtf8 = typeof entry.name === 'string';
  const length = entry.declaredBytes ?? entry.content.length;
  fields.writeUInt16LE(entry.isZip64 ? 45 : 20, 0);
  fields.writeUInt16LE((isUtf8 ? 0x0800 : 0) + (entry.isMarkedEncrypted ? 1 : 0), 2);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(entry.declaredCrc ?? crc32(entry.content), 10);
  fields.writeUInt32LE(entry.isZip64 ? 0xffff_ffff : packedBytes, 14);
  fields.writeUInt32LE(entry.isZip64 ? 0xffff_ffff : length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function zip64Extra(entry: ZipEntry, packedBytes: number): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(BigInt(entry.declaredBytes ?? entry.content.length), 4);
  extra.writeBigUInt64LE(BigInt(packedBytes), 12);
  return extra;
}
