import { defined } from '../../../../shared/codes/defined.ts';
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
import type { CodedColumn } from './line-columns.ts';
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
export function writeMonthFile(path: string, numbers: MonthSections): void {
  let bytes = 0;
  const written = sectionNames.map((name) => {
    const values = numbers[name];
    const { bytes: width, blockBytes } = sections[name];
    if (values.BYTES_PER_ELEMENT !== width) throw new RangeError(`${name} has another width.`);
    const pieces = blockBytes === undefined ? [bytesOf(values)] : packedBlocks(values, blockBytes);
    const place: SectionPlace = { offset: bytes, length: values.length };
    bytes += pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    return { pieces, placed: [name, place] };
  });
  const header = { bytes, sections: Object.fromEntries(written.map(({ placed }) => placed)) };
  const text = Buffer.from(JSON.stringify(header satisfies MonthHeader));
  const contents = [text, ...written.flatMap(({ pieces }) => pieces)];
  const crc = contents.reduce((sum, piece) => crc32(piece, sum), 0);
  const prefix = bytesOf(Uint32Array.of(text.length, magic, crc));
  const partial = `${path}.${randomUUID()}${partialExtension}`;
  try {
    const file = openSync(partial, 'wx');
    try {
      for (const piece of [prefix, ...contents]) writeFileSync(file, piece);
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
  /** Where the sections are, and where the first one begins. */
  readonly #places: MonthHeader['sections'];
  readonly #begin: number;
  readonly #blocks = new Map<SectionName, NumberBlocks>();
  /** Read whole, because every query needs them. */
  readonly runs: Readonly<Record<LineOrder, Uint32Array>>;
  readonly codes: Readonly<Record<CodedColumn, Uint32Array>>;
  readonly municipalityStates: Uint32Array;

  constructor(path: string) {
    this.path = path;
    this.#file = this.#tried(() => openSync(path, 'r'));
    try {
      [this.#places, this.#begin] = this.#tried(() => readHeader(this.#file));
      this.runs = {
        occupation: this.#whole('occupation.runs'),
        salary: this.#whole('salary.runs'),
      };
      this.codes = {
        municipality: this.#whole('municipality'),
        subclass: this.#whole('subclass'),
      };
      this.municipalityStates = this.#whole('municipalityStates');
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Fills `into` with a section's numbers from index `from` on; `into` must be as wide as the section. */
  read(name: SectionName, from: number, into: Numbers): void {
    this.#tried(() => {
      const { bytes, blockBytes } = sections[name];
      if (blockBytes === undefined) {
        this.#readAt(bytesOf(into), this.#places[name].offset + from * bytes);
      } else this.#blocksOf(name, blockBytes).read(from, into);
    });
  }

  #blocksOf(name: SectionName, blockBytes: number): NumberBlocks {
    const known = this.#blocks.get(name);
    if (known !== undefined) return known;
    const { offset, length } = this.#places[name];
    const blocks = new NumberBlocks((into, at) => this.#readAt(into, at), {
      offset,
      bytes: length * sections[name].bytes,
      blockBytes,
    });
    this.#blocks.set(name, blocks);
    return blocks;
  }

  /** Throws `UnreadableMonthError` if the disk has damaged the file. Reads all of it. */
  requireIntact(): void {
    this.#tried(() => {
      const [, , crc] = readPrefix(this.#file);
      const chunk = new Uint8Array(bytesAtOnce);
      const { size } = fstatSync(this.#file);
      let found = 0;
      for (let at = prefixBytes; at < size; at += bytesAtOnce) {
        const piece = chunk.subarray(0, Math.min(bytesAtOnce, size - at));
        readWhole(this.#file, piece, at);
        found = crc32(piece, found);
      }
      if (found !== crc) throw new RangeError('It is not what was written.');
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
    const numbers = new Uint32Array(this.#tried(() => this.#places[name].length));
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

const prefixBytes = 3 * Uint32Array.BYTES_PER_ELEMENT;

/** The numbers before the header; see `magic`. */
function readPrefix(file: number): Uint32Array {
  const prefix = new Uint32Array(3);
  readWhole(file, bytesOf(prefix), 0);
  return prefix;
}

/** The places of the sections, and where the header ends. */
function readHeader(file: number): [MonthHeader['sections'], end: number] {
  const [length, found] = readPrefix(file);
  if (found !== magic) throw new RangeError('The file has another layout.');
  const text = new Uint8Array(defined(length));
  readWhole(file, text, prefixBytes);
  const { bytes, sections: places }: MonthHeader = JSON.parse(new TextDecoder().decode(text));
  const end = prefixBytes + text.length;
  if (fstatSync(file).size !== end + bytes) throw new RangeError('The file is cut off.');
  return [places, end];
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
