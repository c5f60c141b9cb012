import { keysOf } from '../../../../shared/codes/keys.ts';
import type { Numbers, numbersOf } from './number-blocks.ts';

/**
 * A month's lines in one file, in the orders in which salaries are counted: by occupation and salary, for queries about
 * occupations, and by salary only, for queries about all of them. In both orders, the usual lines (line-columns.ts) come
 * before the others, so that a query about usual lines need not test each line. Numbers are little-endian, as on every
 * processor that Node supports. The file is a copy: all its data are in the warehouse.
 */
export const layoutVersion = 21;

/** A section's numbers: their width in bytes, and how many bytes a block has if they are in compressed blocks. */
export interface Section {
  readonly bytes: keyof typeof numbersOf;
  readonly blockBytes?: number;
}

const narrow: Section = { bytes: 2 };
const wide: Section = { bytes: 4 };
/** A query about an occupation reads a few numbers of each month, and decompresses a block for them. */
const inSmallBlocks: Section = { bytes: 2, blockBytes: 16_384 };
/** A query about all occupations reads all numbers. Decompression costs some 60 µs a block besides its numbers. */
const inLargeBlocks: Section = { bytes: 2, blockBytes: 65_536 };

/** The sections that each order has. Those of details and of codes are in blocks: not every query reads them. */
const orderColumns = {
  /**
   * For each movement and occupation with lines, a run of its usual lines and then one of its others; in the order by
   * salary, all lines have occupation 0. A run has its occupation, kind, first line, first line with a salary, end, and
   * its range in `distinct`. The kind is 1 for lines that are not usual, and 2 more for dismissals.
   */
  runs: wide,
  /** For each run, its distinct salaries, and then where the lines of each salary end. */
  distinct: wide,
  traits: wide,
  details: inSmallBlocks,
  /** Indexes in the lists of codes. */
  municipality: inSmallBlocks,
  subclass: inSmallBlocks,
} as const satisfies Record<string, Section>;
export type OrderColumn = keyof typeof orderColumns;
export const orderColumnNames = keysOf(orderColumns);

type OrderSections<Order extends LineOrder> = Readonly<Record<`${Order}.${OrderColumn}`, Section>>;

function sectionsOf<Order extends LineOrder>(order: Order): OrderSections<Order> {
  const entries = Object.entries(orderColumns).map(([name, own]) => [`${order}.${name}`, own]);
  return Object.fromEntries(entries);
}

export const sections = {
  /** The codes that the columns `municipality` and `subclass` point to, ascending. */
  municipality: wide,
  subclass: wide,
  /** The state of all lines of each municipality; `severalStates` if they are of several. */
  municipalityStates: wide,
  ...sectionsOf('occupation'),
  ...sectionsOf('salary'),
  // Many queries about all occupations filter by details or list municipalities, and read millions of lines.
  'salary.details': narrow,
  'salary.municipality': narrow,
  'salary.subclass': inLargeBlocks,
} as const satisfies Record<string, Section>;
export type SectionName = keyof typeof sections;
export const sectionNames = keysOf(sections);

export const severalStates = 65_535;

/** Where a section begins after the header, in bytes, and how many numbers it has. */
export interface SectionPlace {
  readonly offset: number;
  readonly length: number;
}

export interface MonthHeader {
  /** Of all sections. */
  readonly bytes: number;
  readonly sections: Readonly<Record<SectionName, SectionPlace>>;
}

/**
 * The file begins with the length of its header's text, this number, and the CRC-32 of all that follows, each in four
 * bytes.
 */
export const magic = 0x64_67_61_63 + layoutVersion;

/** How many numbers each run has in the section `runs`. */
export const numbersOfRun = 7;

export type MonthSections = Readonly<Record<SectionName, Numbers>>;

/** The order in which lines of a month file are read. */
export type LineOrder = 'occupation' | 'salary';

/** The salary in centavos; 0 for none, and `maxPay` for that amount or more. */
export const payExpression = `toUInt32(least(greatest(ifNull(salary, 0), 0), 4294967295))`;
export const maxPay = 4_294_967_295;
