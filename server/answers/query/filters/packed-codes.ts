import { ageBands, companySizeLabels, hoursBands } from '../../../../shared/codes/codes.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import {
  employeeBandsOfSize,
  industrySections,
  type SizeCriterion,
} from '../../../reference/company-size.ts';
import { states } from '../../../../shared/codes/states.ts';
import { identifiedSchoolingCodes, schoolingOfFileCode } from '../../../reference/schooling.ts';
import { marksCode } from './contract-clauses.ts';

/**
 * The values of a line that fit a small number: the groups of panels, and the codes that filters test. Both the
 * engine's groupings and the month files use these codes, so a code means the same in each.
 */

/** SQL that maps every line to a whole number of this many bits. */
export interface PackedCode {
  readonly bits: number;
  readonly sql: string;
}

const sizes = keysOf(companySizeLabels);

/** The numbers of sizes by the codes of employees. */
function sizeNumber(criterion: SizeCriterion): string {
  const codes = sizes.map((size) => employeeBandsOfSize(size, criterion));
  const numbers = codes.flatMap((own, index) => own.map(() => index + 1));
  return mapped('company_size', codes.flat(), numbers);
}

const mapped = (column: string, codes: readonly number[], values: readonly number[]) =>
  `transform(${column}, [${codes.join(', ')}], [${values.join(', ')}], 0)`;

const industryList = industrySections.map((letter) => `'${letter}'`).join(', ');

/** A range of a number, both included; null for no upper end. */
export type Band = { readonly from: number; readonly to: number | null };
type Bands = Readonly<Record<string, Band>>;

/** 1 and up in the order of bands, 0 outside them. */
function banded(column: string, bands: Bands): string {
  const clauses = Object.values(bands).map(({ from, to }, index) =>
    to === null
      ? `${column} >= ${from}, ${index + 1}`
      : `${column} between ${from} and ${to}, ${index + 1}`,
  );
  return `multiIf(${clauses.join(', ')}, 0)`;
}

/** The number that `banded` gives a band, found by its lower bound. */
export const placeOfBand = (bands: Bands, { from }: { readonly from: number }): number =>
  Object.values(bands).findIndex((band) => band.from === from) + 1;

export const placeOfSize = (size: keyof typeof companySizeLabels): number =>
  sizes.indexOf(size) + 1;

/** Stands for every code that is no state's. */
export const otherState = 0;
const stateCodes = [otherState, ...states.map(({ codigo }) => Number(codigo))];
const packedStates = [...stateCodes.keys()];

export const packedState = (code: number): number => Math.max(0, stateCodes.indexOf(code));

/** The IBGE code of a state, from its packed code. */
export const stateOfPacked = (packed: number): number => stateCodes[packed] ?? otherState;

/** Stands for all codes of municipalities from it on, such as the empty code, as in panels. */
export const maxTown = 9_999_999;

/** Stands for the municipalities that are not counted separately. No filter selects it, unlike zero. */
export const otherTowns = 10_000_000;

/** A code of the dictionary's short lists. The highest number stands for all codes from it on; no filter selects it. */
const capped = (column: string, bits: number): PackedCode => ({
  bits,
  sql: `least(${column}, ${2 ** bits - 1})`,
});

export const packedCodes = {
  /** As the files code it, 0 unknown. */
  sex: { bits: 2, sql: 'if(sex in (1, 3), sex, 0)' },
  age: { bits: 3, sql: banded('age', ageBands) },
  /** The product's groups, 0 not informed. */
  schooling: {
    bits: 4,
    sql: mapped(
      'schooling',
      identifiedSchoolingCodes,
      identifiedSchoolingCodes.map((code) => Number(schoolingOfFileCode(code))),
    ),
  },
  /** 1 and up in the order of sizes, 0 unknown. */
  companySize: {
    bits: 3,
    sql: `if(section in (${industryList}), ${sizeNumber('industry')}, ${sizeNumber('other')})`,
  },
  /** 1 and up in the order of IBGE's codes. */
  state: { bits: 5, sql: mapped('uf', stateCodes, packedStates) },
  /** The lowest five bits of the letter's character code; Z for an empty letter. */
  section: { bits: 5, sql: `bitAnd(if(section = '', ascii('Z'), ascii(section)), 31)` },
  race: capped('race', 3),
  disability: capped('disability', 3),
  region: capped('region', 4),
  hours: { bits: 3, sql: banded('hours', hoursBands) },
  /** The letter is empty. Panels show it as not identified; the filter Z does not select it. */
  hasNoSection: { bits: 1, sql: `section = ''` },
  /** The marks of all kinds of contract. */
  contract: marksCode,
} as const satisfies Record<string, PackedCode>;
export type PackedCodeName = keyof typeof packedCodes;
