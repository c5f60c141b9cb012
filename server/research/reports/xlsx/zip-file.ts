import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { RenderRefusal } from '../renderer.ts';
import type { ZipEntry } from './zip-entries.ts';

type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

interface Written extends Omit<ZipEntry, 'packed'> {
  readonly packedSize: number;
  readonly offset: number;
}

const localLength = 30;
const centralLength = 46;
const deflated = 8;
/** Sizes and offsets are 32 bits wide: what is longer would need ZIP64, which not every reader of workbooks knows. */
const mostBytes = 0xffffffff;
/** Rows of a workbook repeat so much that a deeper search gains little and costs twice the time. */
const level = 4;
// 1 January 1980, so that the same report is the same file.
const dosDate = 0x21;

/** A ZIP that is written as it comes: entries of any length, in the memory of a few buffers. */
export class ZipFile {
  readonly #file: FileHandle;
  readonly #entries: Written[] = [];
  #offset = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<ZipFile> {
    return new ZipFile(await open(path, 'w', 0o600));
  }

  /** Takes over a file that is packed already. */
  async copy({ packed, ...entry }: ZipEntry): Promise<void> {
    const written = { ...entry, packedSize: packed.byteLength, offset: this.#offset };
    await this.#append(localHeader(written));
    await this.#append(packed);
    this.#entries.push(written);
  }

  /** Packs a text or bytes that come in pieces. Throws `RenderRefusal` when the archive grows past what a ZIP can say. */
  async add(name: string, pieces: Pieces): Promise<void> {
    const offset = this.#offset;
    const start = { name, method: deflated, crc: 0, size: 0, packedSize: 0, offset };
    await this.#append(localHeader(start));
    let crc = 0;
    let size = 0;
    async function* measured() {
      for await (const piece of pieces) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
        crc = crc32(bytes, crc);
        size += bytes.byteLength;
        if (size > mostBytes) throw new RenderRefusal(tooLong);
        yield bytes;
      }
    }
    const deflate = createDeflateRaw({ level });
    const feeding = Readable.from(measured(), { objectMode: true, highWaterMark: 4 });
    feeding.once('error', (error) => deflate.destroy(error));
    for await (const packed of feeding.pipe(deflate)) await this.#append(packed);
    const packedSize = this.#offset - offset - localHeader(start).byteLength;
    const written = { ...start, crc, size, packedSize };
    await this.#file.write(localHeader(written), 0, undefined, offset);
    this.#entries.push(written);
  }

  /** Writes the list of files and closes. */
  async finish(): Promise<void> {
    const start = this.#offset;
    for (const entry of this.#entries) await this.#append(centralHeader(entry));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(this.#offset - start, 12);
    end.writeUInt32LE(start, 16);
    await this.#append(end);
    await this.close();
  }

  /** Closes without finishing; after `finish` it does nothing. */
  async close(): Promise<void> {
    if (this.#isOpen) await this.#file.close();
    this.#isOpen = false;
  }
  #isOpen = true;

  async #append(bytes: Uint8Array): Promise<void> {
    if (this.#offset + bytes.byteLength > mostBytes) throw new RenderRefusal(tooLong);
    await this.#file.write(bytes, 0, undefined, this.#offset);
    this.#offset += bytes.byteLength;
  }
}

const tooLong =
  'A planilha passaria de 4 GB. Peça o relatório em CSV, ou escolha um período ou um lugar menor.';

const utf8Names = 0x0800;

function localHeader({ name, method, crc, size, packedSize }: Written): Buffer {
  const bytes = Buffer.from(name, 'utf8');
  const header = Buffer.alloc(localLength + bytes.byteLength);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  writeShared(header, 6, { method, crc, size, packedSize });
  header.writeUInt16LE(bytes.byteLength, 26);
  header.set(bytes, localLength);
  return header;
}

function centralHeader({ name, method, crc, size, packedSize, offset }: Written): Buffer {
  const bytes = Buffer.from(name, 'utf8');
  const header = Buffer.alloc(centralLength + bytes.byteLength);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 6);
  writeShared(header, 8, { method, crc, size, packedSize });
  header.writeUInt16LE(bytes.byteLength, 28);
  header.writeUInt32LE(offset, 42);
  header.set(bytes, centralLength);
  return header;
}

function writeShared(
  header: Buffer,
  at: number,
  { method, crc, size, packedSize }: Pick<Written, 'method' | 'crc' | 'size' | 'packedSize'>,
) {
  header.writeUInt16LE(utf8Names, at);
  header.writeUInt16LE(method, at + 2);
  header.writeUInt16LE(dosDate, at + 6);
  header.writeUInt32LE(crc, at + 8);
  header.writeUInt32LE(packedSize, at + 12);
  header.writeUInt32LE(size, at + 16);
}
