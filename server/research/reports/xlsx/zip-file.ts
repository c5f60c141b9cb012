import { Zip, type ZipInputFile } from 'fflate';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { RenderRefusal } from '../renderer.ts';

type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

const deflated = 8;
/**
 * Sizes and offsets are 32 bits wide; longer entries would need ZIP64, which not every reader of workbooks supports.
 */
const mostBytes = 0xffffffff;
/** Rows of a workbook are so repetitive that a higher level gains little and takes twice the time. */
const level = 4;
// The earliest date that a ZIP can hold, so that the same report gives the same file.
const mtime = new Date(1980, 0, 1);

/** A ZIP that is written as a stream: entries of any length, with the memory of a few buffers. */
export class ZipFile {
  readonly #file: FileHandle;
  readonly #zip: Zip;
  /** Bytes of the archive that are not yet written to the file. */
  #unwritten: Uint8Array[] = [];
  #length = 0;
  #isOpen = true;

  private constructor(file: FileHandle) {
    this.#file = file;
    this.#zip = new Zip((error, bytes) => {
      if (error) throw error;
      this.#unwritten.push(bytes);
    });
  }

  static async create(path: string): Promise<ZipFile> {
    return new ZipFile(await open(path, 'w', 0o600));
  }

  /** Adds an entry from a stream of texts or bytes. Throws `RenderRefusal` if the archive exceeds the ZIP limit. */
  async add(name: string, pieces: Pieces): Promise<void> {
    const entry: ZipInputFile = { filename: name, compression: deflated, crc: 0, size: 0, mtime };
    this.#zip.add(entry);
    async function* measured() {
      for await (const piece of pieces) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
        entry.crc = crc32(bytes, entry.crc);
        entry.size += bytes.byteLength;
        if (entry.size > mostBytes) throw new RenderRefusal(tooLong);
        yield bytes;
      }
    }
    const deflate = createDeflateRaw({ level });
    const feeding = Readable.from(measured(), { objectMode: true, highWaterMark: 4 });
    feeding.once('error', (error) => deflate.destroy(error));
    for await (const packed of feeding.pipe(deflate)) {
      entry.ondata?.(null, packed, false);
      await this.#write();
    }
    entry.ondata?.(null, new Uint8Array(), true);
    await this.#write();
  }

  /** Writes the central directory and closes the file. */
  async finish(): Promise<void> {
    this.#zip.end();
    await this.#write();
    await this.close();
  }

  /** Closes without finishing; after `finish` it does nothing. */
  async close(): Promise<void> {
    if (this.#isOpen) await this.#file.close();
    this.#isOpen = false;
  }

  async #write(): Promise<void> {
    const pieces = this.#unwritten;
    this.#unwritten = [];
    for (const piece of pieces) {
      if (this.#length + piece.byteLength > mostBytes) throw new RenderRefusal(tooLong);
      await this.#file.write(piece);
      this.#length += piece.byteLength;
    }
  }
}

const tooLong =
  'A planilha passaria de 4 GB. Peça o relatório em CSV, ou escolha um período ou um lugar menor.';
