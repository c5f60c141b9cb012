import { keysOf } from '../../../shared/codes/keys.ts';
import { packed } from './block-forms.ts';
import { detailNames, widthOf, type Detail, type Width } from './line-codes.ts';
import type { BlockForm, Numbers } from './number-blocks.ts';

/**
 * A month's lines in one file, in the orders in which salaries are counted: by occupation and salary, for questions
 * about occupations, and by salary alone, for questions about all of them. In both, the usual lines (line-codes.ts) come
 * before the others, so that a question about nothing else need not look at each. Numbers are little-endian, as every
 * processor that Node runs on has them. The file is a copy: whatever it is made of is in the warehouse.
 */
export const layoutVersion = 11;

/** A section's numbers: so many bytes each, as they are or in blocks. */
export interface Section {
  readonly bytes: Width;
  readonly form: BlockForm | null;
}

const narrow: Section = { bytes: 2, form: null };
const wide: Section = { bytes: 4, form: null };
const packedNarrow: Section = { bytes: 2, form: packed };
const packedWide: Section = { bytes: 4, form: packed };

/** A section for each column of details. */
function ofDetails<Order extends 'occupation' | 'salary'>(
  order: Order,
): Readonly<Record<`${Order}.${Detail}`, Section>> {
  return Object.assign(
    {},
    ...detailNames.map((name) => ({
      [`${order}.${name}`]: { bytes: widthOf(name), form: packed },
    })),
  );
}

export const sections = {
  /**
   * For each occupation with lines of a movement, its usual lines and then its others: its code, first line, first line
   * with a salary, end, 1 for usual lines, and its first jump.
   */
  runs: wide,
  /** The codes that `municipality` and `subclass` point to, ascending. */
  municipalities: wide,
  /** The state that all lines of the municipality are of, `severalStates` where they are of several. */
  municipalityStates: narrow,
  subclasses: wide,
  /** The distinct salaries in the order by salary, run by run, and where the lines of each end. */
  distinctPays: wide,
  distinctEnds: wide,
  /** The distinct numbers of traits and flags, run by run (ascending-steps.ts), and how many lines have each. */
  combinationSteps: narrow,
  combinationJumps: wide,
  combinationLines: packedWide,
  /** Of the usual lines in the order by salary: see milestones.ts. */
  milestones: narrow,
  /** In the order by occupation and salary: see ascending-steps.ts. */
  'occupation.paySteps': narrow,
  payJumps: wide,
  'occupation.traits': wide,
  ...ofDetails('occupation'),
  'occupation.municipality': packedNarrow,
  'occupation.subclass': packedNarrow,
  /** In the order by salary. */
  'salary.traits': wide,
  ...ofDetails('salary'),
  'salary.municipality': narrow,
  'salary.subclass': packedNarrow,
} as const satisfies Record<string, Section>;
export type SectionName = keyof typeof sections;
export const sectionNames = keysOf(sections);

export const severalStates = 65_535;

/** Lines of one movement; they lie in the same place in both orders. */
export interface MovementLines {
  /** 1 admissions, −1 dismissals. */
  readonly balance: 1 | -1;
  readonly start: number;
  readonly end: number;
  /** In the order by salary, those with lines. */
  readonly salaryRuns: readonly SalaryRun[];
}

/** Usual lines of a movement in the order by salary, or its others. */
export interface SalaryRun {
  readonly isUsual: boolean;
  readonly start: number;
  /** Where the lines without a salary end. */
  readonly known: number;
  readonly end: number;
  /** Which of the distinct salaries are its own. */
  readonly firstPay: number;
  readonly endPay: number;
  /** Which of the combinations are its own. */
  readonly firstCombination: number;
  readonly endCombination: number;
  readonly firstCombinationJump: number;
  /** Null of lines that have none. */
  readonly milestones: RunMilestones | null;
}

export interface RunMilestones {
  readonly first: number;
  /** What the lines with a salary earn together, in centavos, by the codes of `codesOfMilestone`. */
  readonly totals: readonly number[];
}

/** Where a section begins in the file, in bytes, how many numbers it has, and what tells whether they are intact. */
export interface SectionPlace {
  readonly offset: number;
  readonly length: number;
  readonly bytes: number;
  readonly crc: number;
}

export interface RankedHeader {
  readonly month: string;
  /** Of the whole file. */
  readonly bytes: number;
  readonly movements: readonly MovementLines[];
  readonly sections: readonly (readonly [SectionName, SectionPlace])[];
}

/** Bytes before the header's text: its length in four of them, and four that tell files of this layout. */
export const prefixBytes = 8;
export const magic = 0x64_67_61_63 + layoutVersion;
/** Sections begin at a multiple of this. */
export const alignment = 8;

/** Of each run in the section `runs`. */
export const numbersOfRun = 6;

/** What a month's file holds. */
export interface MonthSections {
  readonly movements: readonly MovementLines[];
  readonly sections: ReadonlyMap<SectionName, readonly Numbers[]>;
}

/** Which order of a month's file lines are read in. */
export type LineOrder = 'occupation' | 'salary';
