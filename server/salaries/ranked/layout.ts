/**
 * A month's lines in one file, in the orders in which salaries are counted: by occupation and salary, for questions
 * about occupations, and by salary alone, for questions about all of them. In both, the usual lines (line-codes.ts) come
 * before the others, so that a question about nothing else need not look at each. Numbers are little-endian, as every
 * processor that Node runs on has them. The file is a copy: whatever it is made of is in the warehouse.
 */
export const layoutVersion = 5;

/** How wide the numbers of each section are, in bytes. */
export const sections = {
  /**
   * For each occupation with lines of a movement, its usual lines and then its others: its code, first line, first line
   * with a salary, end, and 1 for usual lines.
   */
  runs: 4,
  /** The codes that `municipality` and `subclass` point to, ascending. */
  municipalities: 4,
  /** The state that all lines of the municipality are of, `severalStates` where they are of several. */
  municipalityStates: 2,
  subclasses: 4,
  /** The distinct salaries in the order by salary, run by run, and where the lines of each end. */
  distinctPays: 4,
  distinctEnds: 4,
  /** The distinct numbers of traits and flags, run by run, and how many lines have each. */
  combinations: 4,
  combinationLines: 4,
  /** Of the usual lines in the order by salary: see milestones.ts. */
  milestones: 4,
  /** In the order by occupation and salary. */
  'occupation.pay': 4,
  'occupation.traits': 4,
  'occupation.details': 2,
  'occupation.municipality': 2,
  'occupation.subclass': 2,
  /** In the order by salary. */
  'salary.traits': 4,
  'salary.details': 2,
  'salary.municipality': 2,
  'salary.subclass': 2,
} as const;
export type SectionName = keyof typeof sections;

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
  /** Null of lines that have none. */
  readonly milestones: RunMilestones | null;
}

export interface RunMilestones {
  readonly first: number;
  /** What the lines with a salary earn together, in centavos, by the codes of `codesOfMilestone`. */
  readonly totals: readonly number[];
}

export interface RankedHeader {
  readonly month: string;
  /** Of the whole file. */
  readonly bytes: number;
  readonly movements: readonly MovementLines[];
  readonly sections: Readonly<
    Record<SectionName, { readonly offset: number; readonly length: number }>
  >;
}

/** Bytes before the header's text: its length in four of them, and four that tell files of this layout. */
export const prefixBytes = 8;
export const magic = 0x64_67_61_63 + layoutVersion;
/** Sections begin at a multiple of this. */
export const alignment = 8;

/** Of each run in the section `runs`. */
export const numbersOfRun = 5;

/** A value for each section. */
export function everySection<Value>(
  valueOf: (name: SectionName) => Value,
): Record<SectionName, Value> {
  return {
    runs: valueOf('runs'),
    municipalities: valueOf('municipalities'),
    municipalityStates: valueOf('municipalityStates'),
    subclasses: valueOf('subclasses'),
    distinctPays: valueOf('distinctPays'),
    distinctEnds: valueOf('distinctEnds'),
    combinations: valueOf('combinations'),
    combinationLines: valueOf('combinationLines'),
    milestones: valueOf('milestones'),
    'occupation.pay': valueOf('occupation.pay'),
    'occupation.traits': valueOf('occupation.traits'),
    'occupation.details': valueOf('occupation.details'),
    'occupation.municipality': valueOf('occupation.municipality'),
    'occupation.subclass': valueOf('occupation.subclass'),
    'salary.traits': valueOf('salary.traits'),
    'salary.details': valueOf('salary.details'),
    'salary.municipality': valueOf('salary.municipality'),
    'salary.subclass': valueOf('salary.subclass'),
  };
}
