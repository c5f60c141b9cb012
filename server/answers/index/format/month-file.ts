import { defined } from './numbers.ts';
import {
  type LineOrder,
  type MonthSections,
  type MonthHeader,
  type SectionName,
  type SectionPlace,
  magic,
  sectionNames,
  sections,
} from './layout.ts';
import { NumberBlocks, type Numbers, bytesOf, packedBlocks } from './number-blocks.ts';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';

const bytesAtOnce = 2 ** 20;

/** Extension of a file until it is complete. */
export const partialExtension = '.partial';

/** Writes a month file. The file gets its name once it is complete. Blocks the thread. */
export function writeMonthFile(path: string, month: string, contents: MonthSections): void {
  let end = 0;
  const written = sectionNames.map((name) => {
    const own = contents[name];
    const pieces = sections[name].isPacked ? packedBlocks(own) : [bytesOf(own)];
    const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    const crc = pieces.reduce((sum, piece) => crc32(piece, sum), 0);
    const place: SectionPlace = { offset: end, length: own.length, bytes, crc };
    end += bytes;
    return { pieces, placed: [name, place] as const };
  });
  const placed = written.map((section) => section.placed);
  const header: MonthHeader = { month, bytes: end, sections: placed };
  const text = Buffer.from(JSON.stringify(header));
  const prefix = bytesOf(Uint32Array.of(text.length, magic, crc32(text)));
  const partial = `${path}.${randomUUID()}${partialExtension}`;
  try {
    const file = openSync(partial, 'wx');
    try {
      for (const bytes of [prefix, text, ...written.flatMap(({ pieces }) => pieces)]) {
        writeFileSync(file, bytes);
      }
      // The name must not exist before the contents, even if the machine crashes.
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** An open month file. All reads block the thread and throw `UnreadableMonthError`. */
export class MonthFile {
  readonly path: string;
  readonly #file: number;
  #isClosed = false;
  readonly header: MonthHeader;
  /** Where the sections begin. */
  readonly #begin: number;
  readonly #places: ReadonlyMap<SectionName, SectionPlace>;
  readonly #blocks = new Map<SectionName, NumberBlocks>();
  /** Read whole, because every query needs them. */
  readonly runs: Readonly<Record<LineOrder, Uint32Array>>;
  readonly municipalities: Uint32Array;
  readonly municipalityStates: Uint16Array;
  readonly subclasses: Uint32Array;

  constructor(path: string) {
    this.path = path;
    this.#file = this.#tried(() => openSync(path, 'r'));
    try {
      [this.header, this.#begin] = this.#tried(() => readHeader(this.#file));
      this.#places = new Map(this.header.sections);
      this.runs = {
        occupation: this.#whole('occupation.runs'),
        salary: this.#whole('salary.runs'),
      };
      this.municipalities = this.#whole('municipalities');
      this.municipalityStates = new Uint16Array(this.municipalities.length);
      this.read('municipalityStates', 0, this.municipalityStates);
      this.subclasses = this.#whole('subclasses');
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Fills `into` with a section's numbers from index `from` on; `into` must be as wide as the section. */
  read(name: SectionName, from: number, into: Numbers): void {
    this.#tried(() => {
      const { bytes, isPacked } = sections[name];
      if (isPacked) this.#blocksOf(name).read(from, into);
      else this.#readAt(bytesOf(into), this.#placeOf(name).offset + from * bytes);
    });
  }

  #placeOf(name: SectionName): SectionPlace {
    const place = this.#places.get(name);
    if (place === undefined) throw new RangeError(`The file has no ${name}.`);
    return place;
  }

  #blocksOf(name: SectionName): NumberBlocks {
    const known = this.#blocks.get(name);
    if (known !== undefined) return known;
    const { offset, length } = this.#placeOf(name);
    const blocks = new NumberBlocks((into, at) => this.#readAt(into, at), {
      offset,
      bytes: length * sections[name].bytes,
    });
    this.#blocks.set(name, blocks);
    return blocks;
  }

  /** Throws `UnreadableMonthError` if the disk has damaged the file. Reads all of it. */
  requireIntact(): void {
    this.#tried(() => {
      const chunk = new Uint8Array(bytesAtOnce);
      for (const [name, { offset, bytes, crc }] of this.header.sections) {
        let found = 0;
        for (let at = 0; at < bytes; at += bytesAtOnce) {
          const own = chunk.subarray(0, Math.min(bytesAtOnce, bytes - at));
          this.#readAt(own, offset + at);
          found = crc32(own, found);
        }
        if (found !== crc) throw new RangeError(`Its ${name} are not what was written.`);
      }
    });
  }

  close(): void {
    if (!this.#isClosed) closeSync(this.#file);
    this.#isClosed = true;
  }

  /** Reads bytes from an offset after the header. */
  #readAt(into: Uint8Array, offset: number): void {
    readWhole(this.#file, into, this.#begin + offset);
  }

  #whole(name: SectionName): Uint32Array {
    const numbers = new Uint32Array(this.#tried(() => this.#placeOf(name).length));
    this.read(name, 0, numbers);
    return numbers;
  }

  #tried<Found>(read: () => Found): Found {
    try {
      // After a close, the file descriptor may belong to another file.
      if (this.#isClosed) throw new Error('The file was closed.');
      return read();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new UnreadableMonthError(this.path, reason);
    }
  }
}

/** The header, and where it ends. */
function readHeader(file: number): [MonthHeader, end: number] {
  const prefix = new Uint32Array(3);
  readWhole(file, bytesOf(prefix), 0);
  if (prefix[1] !== magic) throw new RangeError('The file has another layout.');
  const text = new Uint8Array(defined(prefix[0]));
  readWhole(file, text, prefix.byteLength);
  if (prefix[2] !== crc32(text)) throw new RangeError('Its header is not what was written.');
  const header: MonthHeader = JSON.parse(new TextDecoder().decode(text));
  const end = prefix.byteLength + text.byteLength;
  if (fstatSync(file).size !== end + header.bytes) throw new RangeError('The file is cut off.');
  return [header, end];
}

function readWhole(file: number, bytes: Uint8Array, at: number): void {
  let read = 0;
  while (read < bytes.length) {
    const more = readSync(file, bytes, read, bytes.length - read, at + read);
    if (more === 0) throw new RangeError('The file ends too early.');
    read += more;
  }
}

/** A missing or damaged month file. The file is made again; meanwhile, queries run without it. */
export class UnreadableMonthError extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(reason);
    this.name = 'UnreadableMonthError';
    this.path = path;
  }
}
