import { ageBands, companySizeLabels, hoursBands } from '../../../shared/codes.ts';
import { keysOf } from '../../../shared/keys.ts';
import { traitFields, type Trait } from '../../warehouse/traits.ts';
import type { Question } from '../question.ts';
import { isCounted } from './steps.ts';
import { detailFields, flagCombinations, flagsShift, hasFlag, type Detail } from './line-codes.ts';

/**
 * The filters of a question as tables: what a line's codes find there, one after another and taken together bit by
 * bit, is which filters the line passes. A panel leaves the filter of its own dimension out, so that there is a bit
 * for each of those and one for all others.
 */
export const passBits = {
  place: 1,
  companySize: 2,
  sex: 4,
  schooling: 8,
  age: 16,
  /** Subclasses; and the section is among the others, for within a section the panel is about its subclasses. */
  activity: 32,
  others: 64,
} as const;
export type PassBit = keyof typeof passBits;
/** Of a line that passes every filter. */
export const everyPass = 127;
/** Beside the filters' bits: series and salary rule count the line. */
export const countedBit = 128;
export const countedPass = everyPass | countedBit;

/** How many of a line's traits the first table takes; the second takes the other groups of panels. */
export const lowBits = 12;
export const midBits = 11;

export interface FilterTables {
  /** By sex, age, schooling and size. */
  readonly low: Uint8Array;
  /** By state and section. */
  readonly mid: Uint8Array;
  readonly flags: Uint8Array;
  /** Null where no filter asks for them. */
  readonly details: Uint8Array | null;
  /** The codes that pass; null for all. */
  readonly municipalities: readonly number[] | null;
  readonly subclasses: readonly number[] | null;
}

/** What a line with these traits and flags passes. */
export const passesOf = ({ low, mid, flags }: FilterTables, codes: number): number =>
  (low[codes & lowMask] ?? 0) &
  (mid[(codes >>> lowBits) & midMask] ?? 0) &
  (flags[codes >>> flagsShift] ?? 0);

export const lowMask = 2 ** lowBits - 1;
export const midMask = 2 ** midBits - 1;

type Passing = (code: number) => boolean;

export function filterTables(question: Question): FilterTables {
  const traits = traitFilters(question);
  const others = detailFilters(question);
  return {
    low: table(
      2 ** lowBits,
      traits.filter(({ shift }) => shift < lowBits),
    ),
    mid: table(
      2 ** midBits,
      traits
        .filter(({ shift }) => shift >= lowBits)
        .map((filter) => ({ ...filter, shift: filter.shift - lowBits })),
    ),
    flags: flagsTable(question),
    details: others.length === 0 ? null : table(65_536, others),
    municipalities: question.municipalities,
    subclasses: question.subclasses,
  };
}

interface CodeFilter {
  readonly shift: number;
  readonly bits: number;
  readonly bit: number;
  readonly passes: Passing;
}

/** What each code passes: all bits but those of filters that it fails. */
function table(size: number, filters: readonly CodeFilter[]): Uint8Array {
  const passes = new Uint8Array(size).fill(countedPass);
  for (const { shift, bits, bit, passes: isPassing } of filters) {
    const mask = 2 ** bits - 1;
    for (let code = 0; code < size; code++) {
      if (!isPassing((code >>> shift) & mask)) passes[code] = (passes[code] ?? 0) & ~bit;
    }
  }
  return passes;
}

const sizes = keysOf(companySizeLabels);
const ages = Object.entries(ageBands);
const hours = Object.entries(hoursBands);

/** The place of a band among those with its bounds, from 1. */
const placeOfBand = (
  bands: readonly (readonly [string, { readonly from: number }])[],
  { from }: { readonly from: number },
) => bands.findIndex(([, band]) => band.from === from) + 1;

const ofTrait = (name: Trait, bit: PassBit, passes: Passing): CodeFilter => ({
  ...traitFields[name],
  bit: passBits[bit],
  passes,
});
const ofDetail = (name: Detail, bit: PassBit, passes: Passing): CodeFilter => ({
  ...detailFields[name],
  bit: passBits[bit],
  passes,
});

/** The filter of a value that may not be asked. */
const when = <Value>(value: Value | null, filter: (value: Value) => CodeFilter): CodeFilter[] =>
  value === null ? [] : [filter(value)];

const schoolingOf = (code: number) => (code === 0 ? 80 : code);
const letterOf = (section: string) => section.charCodeAt(0) & 31;

function traitFilters(question: Question): CodeFilter[] {
  const { uf, sex, schooling, schoolingLevel, age, companySize, section } = question;
  return [
    ...when(uf, (asked) => ofTrait('state', 'place', (code) => code === asked)),
    ...when(sex, (asked) => ofTrait('sex', 'sex', (code) => code === asked)),
    ...when(schooling, (asked) =>
      ofTrait('schooling', 'schooling', (code) => schoolingOf(code) === Number(asked)),
    ),
    ...when(schoolingLevel, (asked) =>
      ofTrait('schooling', 'schooling', (code) => asked.map(Number).includes(schoolingOf(code))),
    ),
    ...when(age, (asked) => ofTrait('age', 'age', (code) => code === placeOfBand(ages, asked))),
    ...when(companySize, (asked) =>
      ofTrait('companySize', 'companySize', (code) => code === sizes.indexOf(asked) + 1),
    ),
    ...when(section, (asked) => ofTrait('section', 'others', (code) => code === letterOf(asked))),
  ];
}

function detailFilters(question: Question): CodeFilter[] {
  const { region, race, disabilities, hours: asked, section } = question;
  return [
    ...when(region, (code) => ofDetail('region', 'place', (own) => own === code)),
    ...when(race, (code) => ofDetail('race', 'others', (own) => own === code)),
    ...when(disabilities, (codes) =>
      ofDetail('disability', 'others', (own) => codes.includes(own)),
    ),
    ...when(asked, (band) =>
      ofDetail('hours', 'others', (own) => own === placeOfBand(hours, band)),
    ),
    ...when(section === 'Z' ? section : null, () =>
      ofDetail('hasNoSection', 'others', (own) => own === 0),
    ),
  ];
}

function flagsTable(question: Question): Uint8Array {
  const { contract } = question;
  return Uint8Array.from({ length: flagCombinations }, (_, flags) => {
    const passes = contract === null || isOfKind(flags, contract);
    return (
      (isCounted(question, flags) ? countedPass : everyPass) &
      (passes ? countedPass : ~passBits.others)
    );
  });
}

const special = ['aprendiz', 'temporario', 'parcial', 'intermitente'] as const;

const isOfKind = (flags: number, kind: NonNullable<Question['contract']>) =>
  kind === 'comum' ? !special.some((flag) => hasFlag(flags, flag)) : hasFlag(flags, kind);
