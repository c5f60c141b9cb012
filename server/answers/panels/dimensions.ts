import type { OwnFilters } from '../../../shared/filters/own-filters.ts';
import type { Question } from '../question.ts';
import { smallCodes, type SmallCodeName } from '../small-codes.ts';
import { askedFamily, familyQuestion } from './family.ts';
import { shownState } from './regional.ts';
import { trendQuestion } from './trend.ts';

/** What records are grouped by. */
export interface Dimension {
  /** SQL that gives every record a natural number of at most seven digits. */
  readonly sql: string;
  /** Where that is one of the small codes, which the files of months may have too. */
  readonly code: SmallCodeName | null;
  /** By which panels know a group, where it is another number. */
  readonly key?: (code: number) => number;
  /** The filters about the groups themselves, which are left out so that all of these are told. */
  readonly leavesOut: OwnFilters | null;
  /** Whether a question's answer tells it; it does where there is none. */
  readonly isTold?: (question: Question) => boolean;
  /** The question that the groups are of, where it is another. */
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
/** What the code of a capital letter has above its lowest five bits. */
const letterBase = 64;

/** The one list of groupings: the engine's SQL and the files of months count by these. */
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
  /** Of the one family that was asked. */
  occupation: ofColumn('cbo', null, {
    isTold: (question) => askedFamily(question) !== null,
    over: (question) => {
      const family = askedFamily(question);
      return family === null ? question : familyQuestion(question, family);
    },
  }),
} as const satisfies Record<string, Dimension>;
export type DimensionName = keyof typeof dimensions;

/** The one list as its entries' common type has it. */
export const dimensionOf = (name: DimensionName): Dimension => dimensions[name];

/** By which panels know a group, of the number that records are grouped by. */
export const keyOf = (name: DimensionName, code: number): number =>
  dimensionOf(name).key?.(code) ?? code;
