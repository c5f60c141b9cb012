import type { OwnFilters } from '../../../shared/filters/own-filters.ts';
import type { Question } from './salary-query.ts';
import { smallCodes, type SmallCodeName } from './filters/small-codes.ts';
import { askedFamily, familyQuestion } from './panel-queries.ts';
import { shownState } from './panel-queries.ts';
import { trendQuestion } from './panel-queries.ts';

/** What records are grouped by. */
export interface Dimension {
  /** SQL that gives every record a natural number of at most seven digits. */
  readonly sql: string;
  /** The small code of this SQL, which the month files may have too; null for none. */
  readonly code: SmallCodeName | null;
  /** Converts the number to the panel's key, where they differ. */
  readonly key?: (code: number) => number;
  /** The dimension's own filters, which are left out so that the panel shows all groups. */
  readonly leavesOut: OwnFilters | null;
  /** Whether a query's response includes the dimension; without this function it does. */
  readonly isTold?: (question: Question) => boolean;
  /** The query whose records are grouped, where it is another. */
  readonly over?: (question: Question) => Question;
}

const coded = (
  code: SmallCodeName,
  leavesOut: OwnFilters | null,
  besides: Pick<Dimension, 'key' | 'isTold'> = {},
): Dimension => ({ sql: smallCodes[code].sql, code, leavesOut, ...besides });

const ofColumn = (
  sql: string,
  leavesOut: OwnFilters | null,
  besides: Pick<Dimension, 'isTold' | 'over'> = {},
): Dimension => ({ sql, code: null, leavesOut, ...besides });

const notInformed = 80;
/** The part of a capital letter's character code above its lowest five bits. */
const letterBase = 64;

/** The single list of groupings: both the engine's SQL and the month files use it. */
export const dimensions = {
  country: ofColumn('0', 'place'),
  state: coded('state', 'place'),
  /** 0 outside the scan's state. */
  municipality: ofColumn('if(uf = {shownState:Nullable(UInt16)}, municipality, 0)', 'place', {
    isTold: (question) => shownState(question) !== null,
  }),
  companySize: coded('companySize', 'companySize'),
  month: ofColumn('month', null, { over: trendQuestion }),
  sex: coded('sex', 'sex'),
  schooling: coded('schooling', 'schooling', { key: (code) => (code === 0 ? notInformed : code) }),
  age: coded('age', 'age'),
  /** The letter's code. */
  section: coded('section', 'section', {
    key: (code) => code + letterBase,
    isTold: ({ section }) => section === null,
  }),
  subclass: ofColumn('subclass', 'subclass', { isTold: ({ section }) => section !== null }),
  /** The occupations of the one requested family. */
  occupation: ofColumn('cbo', null, {
    isTold: (question) => askedFamily(question) !== null,
    over: (question) => {
      const family = askedFamily(question);
      return family === null ? question : familyQuestion(question, family);
    },
  }),
} as const satisfies Record<string, Dimension>;
export type DimensionName = keyof typeof dimensions;

/** An entry of the list by its common type. */
export const dimensionOf = (name: DimensionName): Dimension => dimensions[name];

/** The panel's key for the number that records are grouped by. */
export const keyOf = (name: DimensionName, code: number): number =>
  dimensionOf(name).key?.(code) ?? code;
