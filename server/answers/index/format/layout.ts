import { keysOf } from '../../../../shared/codes/keys.ts';
import { type Numbers } from './number-blocks.ts';
import { type Detail, type Width, detailNames, widthOf } from './line-columns.ts';

/**
 * A month's lines in one file, in the orders in which salaries are counted: by occupation and salary, for queries about
 * occupations, and by salary only, for queries about all of them. In both orders, the usual lines (line-columns.ts) come
 * before the others, so that a query about usual lines need not test each line. Numbers are little-endian, as on every
 * processor that Node supports. The file is a copy: all its data are in the warehouse.
 */
export const layoutVersion = 17;

/** A section's numbers: their width in bytes, and whether they are in compressed blocks. */
export interface Section {
  readonly bytes: Width;
  readonly isPacked: boolean;
}

const narrow: Section = { bytes: 2, isPacked: false };
const wide: Section = { bytes: 4, isPacked: false };
const packedNarrow: Section = { bytes: 2, isPacked: true };

/** A section for each column of details. */
function ofDetails<Order extends LineOrder>(
  order: Order,
): Readonly<Record<`${Order}.${Detail}`, Section>> {
  const entries = detailNames.map((name) => [
    `${order}.${name}`,
    { bytes: widthOf(name), isPacked: true },
  ]);
  return Object.fromEntries(entries);
}

export const sections = {
  /**
   * For each occupation with lines of a movement, a run of its usual lines and then one of its others. A run has its
   * code, first line, first line with a salary, end, 1 for usual lines, and its range in `distinct`.
   */
  runs: wide,
  /** The codes that `municipality` and `subclass` point to, ascending. */
  municipalities: wide,
  /** The state of all lines of the municipality; `severalStates` if they are of several. */
  municipalityStates: narrow,
  subclasses: wide,
  /** For each run of both orders, its distinct salaries, and then where the lines of each salary end. */
  distinct: wide,
  /** Columns in the order by occupation and salary. */
  'occupation.traits': wide,
  ...ofDetails('occupation'),
  'occupation.municipality': packedNarrow,
  'occupation.subclass': packedNarrow,
  /** Columns in the order by salary. */
  'salary.traits': wide,
  ...ofDetails('salary'),
  'salary.municipality': narrow,
  'salary.subclass': packedNarrow,
} as const satisfies Record<string, Section>;
export type SectionName = keyof typeof sections;
export const sectionNames = keysOf(sections);

export const severalStates = 65_535;

/** Lines of one movement; they have the same range in both orders. */
export interface MovementLines {
  /** 1 admissions, −1 dismissals. */
  readonly balance: 1 | -1;
  readonly start: number;
  readonly end: number;
  /** The runs in the order by salary that have lines. */
  readonly salaryRuns: readonly LineRun[];
}

/** The usual lines of a movement or of one of its occupations, or the other lines, by salary. */
export interface LineRun {
  readonly isUsual: boolean;
  readonly start: number;
  /** Where the lines without a salary end. */
  readonly known: number;
  readonly end: number;
  /** Its range in the section `distinct`. */
  readonly firstDistinct: number;
  readonly endDistinct: number;
}

/** Where a section begins after the header, in bytes, how many numbers (`length`) and bytes it has, and its CRC-32. */
export interface SectionPlace {
  readonly offset: number;
  readonly length: number;
  readonly bytes: number;
  readonly crc: number;
}

export interface MonthHeader {
  readonly month: string;
  /** Of all sections. */
  readonly bytes: number;
  readonly movements: readonly MovementLines[];
  readonly sections: readonly (readonly [SectionName, SectionPlace])[];
}

/** The file begins with the length of its header's text, this number, and the text's CRC-32, each in four bytes. */
export const magic = 0x64_67_61_63 + layoutVersion;

/** How many numbers each run has in the section `runs`. */
export const numbersOfRun = 7;

/** The contents of a month file. */
export interface MonthSections {
  readonly movements: readonly MovementLines[];
  readonly sections: Readonly<Record<SectionName, Numbers>>;
}

/** The order in which lines of a month file are read. */
export type LineOrder = 'occupation' | 'salary';

/** The salary in centavos; 0 for none, and `largestPay` for that amount or more. */
export const payExpression = `toUInt32(least(greatest(ifNull(salary, 0), 0), 4294967295))`;
export const largestPay = 4_294_967_295;
