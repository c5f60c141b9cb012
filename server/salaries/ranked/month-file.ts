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
import {
  alignment,
  everySection,
  magic,
  prefixBytes,
  sections,
  type RankedHeader,
  type SectionName,
} from './layout.ts';
import type { MonthSections } from './month-sections.ts';
import { UnreadableMonthError } from './unreadable.ts';

const names = Object.keys(sections).filter((name): name is SectionName => name in sections);
const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

/** Writes a month's file; it has its name once it is whole. Blocks its thread. */
export function writeMonthFile(
  path: string,
  month: string,
  { movements, sections: parts }: MonthSections,
): void {
  const headerOf = (begin: number): RankedHeader => {
    let next = begin;
    const placed = everySection((name) => {
      const length = parts[name].reduce((sum, part) => sum + part.length, 0);
      const offset = next;
      next = aligned(offset + length * sections[name]);
      return { offset, length };
    });
    return { month, bytes: next, movements, sections: placed };
  };
  // The offsets are in the text whose length moves them: room for them is left.
  const room = aligned(Buffer.byteLength(JSON.stringify(headerOf(2 ** 40))) + prefixBytes);
  const header = headerOf(room);
  const partial = `${path}.${randomUUID()}${partialExtension}`;
  try {
    writeSections(partial, header, parts);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** What the name of a file ends with until it is whole. */
export const partialExtension = '.partial';

function writeSections(path: string, header: RankedHeader, parts: MonthSections['sections']): void {
  const file = openSync(path, 'wx');
  try {
    const text = Buffer.from(JSON.stringify(header));
    writeWhole(file, Uint32Array.of(text.length, magic), 0);
    writeWhole(file, text, prefixBytes);
    for (const name of names) {
      let at = header.sections[name].offset;
      for (const part of parts[name]) at += writeWhole(file, part, at);
    }
    ftruncateSync(file, header.bytes);
    // The name must not be there before the contents, whatever happens to the machine.
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function writeWhole(
  file: number,
  part: Uint8Array | Uint16Array | Uint32Array,
  at: number,
): number {
  const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(file, bytes, written, bytes.length - written, at + written);
  }
  return bytes.length;
}

/** An open month's file. All reading blocks its thread, and throws `UnreadableMonthError`. */
export class MonthFile {
  readonly path: string;
  readonly #file: number;
  #isClosed = false;
  readonly header: RankedHeader;
  /** Whole, since every question needs them. */
  readonly runs: Uint32Array;
  readonly municipalities: Uint32Array;
  readonly municipalityStates: Uint16Array;
  readonly subclasses: Uint32Array;

  constructor(path: string) {
    this.path = path;
    this.#file = this.#tried(() => openSync(path, 'r'));
    try {
      this.header = this.#tried(() => readHeader(this.#file));
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

  /** Fills `into` with a section's numbers from the n-th on; they must be as wide as the section's. */
  read(name: SectionName, from: number, into: Uint16Array | Uint32Array): void {
    const { offset } = this.header.sections[name];
    this.#tried(() => readWhole(this.#file, into, offset + from * sections[name]));
  }

  close(): void {
    if (!this.#isClosed) closeSync(this.#file);
    this.#isClosed = true;
  }

  #whole(name: SectionName): Uint32Array {
    const numbers = new Uint32Array(this.header.sections[name].length);
    this.read(name, 0, numbers);
    return numbers;
  }

  #tried<Found>(read: () => Found): Found {
    try {
      // The number may be another file's by now.
      if (this.#isClosed) throw new Error('The file was closed.');
      return read();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new UnreadableMonthError(this.path, reason);
    }
  }
}

function readHeader(file: number): RankedHeader {
  const prefix = new Uint32Array(2);
  readWhole(file, prefix, 0);
  if (prefix[1] !== magic) throw new RangeError('The file has another layout.');
  const text = new Uint8Array(prefix[0] ?? 0);
  readWhole(file, text, prefixBytes);
  const header: RankedHeader = JSON.parse(new TextDecoder().decode(text));
  if (fstatSync(file).size !== header.bytes) throw new RangeError('The file is cut off.');
  return header;
}

function readWhole(file: number, into: Uint8Array | Uint16Array | Uint32Array, at: number): void {
  const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
  let read = 0;
  while (read < bytes.length) {
    const more = readSync(file, bytes, read, bytes.length - read, at + read);
    if (more === 0) throw new RangeError('The file ends too early.');
    read += more;
  }
}
