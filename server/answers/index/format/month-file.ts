import { defined } from './numbers.ts';
import {
  type MonthSections,
  type MonthHeader,
  type SectionName,
  type SectionPlace,
  alignment,
  magic,
  prefixBytes,
  sectionNames,
  sections,
} from './layout.ts';
import { NumberBlocks, type Numbers, bytesOf, packedBlocks } from './number-blocks.ts';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';

const bytesAtOnce = 2 ** 20;

const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

/** Writes a month file. The file gets its name once it is complete. Blocks the thread. */
export function writeMonthFile(
  path: string,
  month: string,
  { movements, sections: numbers }: MonthSections,
): void {
  const written = sectionNames.map((name) => writtenSection(name, numbers[name]));
  const headerOf = (begin: number): MonthHeader => {
    let next = begin;
    const placed = written.map(({ name, length, bytes, crc }) => {
      const offset = next;
      next = aligned(offset + bytes);
      return [name, { offset, length, bytes, crc }] as const;
    });
    return { month, bytes: next, movements, sections: placed };
  };
  // The header contains offsets that depend on its own length, so its size is reserved for large offsets.
  const room = aligned(Buffer.byteLength(JSON.stringify(headerOf(2 ** 40))) + prefixBytes);
  const partial = `${path}.${randomUUID()}${partialExtension}`;
  try {
    writeSections(partial, headerOf(room), written);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** A section's bytes in consecutive pieces. */
interface WrittenSection {
  readonly name: SectionName;
  readonly length: number;
  readonly bytes: number;
  readonly crc: number;
  readonly pieces: readonly Uint8Array[];
}

function writtenSection(name: SectionName, numbers: Numbers): WrittenSection {
  const pieces = sections[name].isPacked ? packedBlocks(numbers) : [bytesOf(numbers)];
  const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  const crc = pieces.reduce((sum, piece) => crc32(piece, sum), 0);
  return { name, length: numbers.length, bytes, crc, pieces };
}

/** Extension of a file until it is complete. */
export const partialExtension = '.partial';

function writeSections(
  path: string,
  header: MonthHeader,
  written: readonly WrittenSection[],
): void {
  const file = openSync(path, 'wx');
  try {
    const text = Buffer.from(JSON.stringify(header));
    writeWhole(file, bytesOf(Uint32Array.of(text.length, magic)), 0);
    writeWhole(file, text, prefixBytes);
    const offsets = new Map(header.sections);
    for (const { name, pieces } of written) {
      let at = defined(offsets.get(name)).offset;
      for (const piece of pieces) at += writeWhole(file, piece, at);
    }
    ftruncateSync(file, header.bytes);
    // The name must not exist before the contents, even if the machine crashes.
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function writeWhole(file: number, bytes: Uint8Array, at: number): number {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(file, bytes, written, bytes.length - written, at + written);
  }
  return bytes.length;
}

/** An open month file. All reads block the thread and throw `UnreadableMonthError`. */
export class MonthFile {
  readonly path: string;
  readonly #file: number;
  #isClosed = false;
  readonly header: MonthHeader;
  readonly #places: ReadonlyMap<SectionName, SectionPlace>;
  readonly #blocks = new Map<SectionName, NumberBlocks>();
  /** Read whole, because every query needs them. */
  readonly runs: Uint32Array;
  readonly municipalities: Uint32Array;
  readonly municipalityStates: Uint16Array;
  readonly subclasses: Uint32Array;

  constructor(path: string) {
    this.path = path;
    this.#file = this.#tried(() => openSync(path, 'r'));
    try {
      this.header = this.#tried(() => readHeader(this.#file));
      this.#places = new Map(this.header.sections);
      this.runs = this.#whole('runs');
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
      else readWhole(this.#file, bytesOf(into), this.#placeOf(name).offset + from * bytes);
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
    const read = (into: Uint8Array, at: number) => readWhole(this.#file, into, at);
    const { offset, length } = this.#placeOf(name);
    const blocks = new NumberBlocks(read, { offset, bytes: length * sections[name].bytes });
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
          readWhole(this.#file, own, offset + at);
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

function readHeader(file: number): MonthHeader {
  const prefix = new Uint32Array(2);
  readWhole(file, bytesOf(prefix), 0);
  if (prefix[1] !== magic) throw new RangeError('The file has another layout.');
  const text = new Uint8Array(defined(prefix[0]));
  readWhole(file, text, prefixBytes);
  const header: MonthHeader = JSON.parse(new TextDecoder().decode(text));
  if (fstatSync(file).size !== header.bytes) throw new RangeError('The file is cut off.');
  return header;
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
