import { keysOf, tableOf } from '../../../../shared/codes/keys.ts';
import { packedCodes, type PackedCodeName } from '../../query/filters/packed-codes.ts';

/**
 * The values of a line besides its salary, occupation, municipality and subclass, as two numbers: `traits` has the groups
 * of panels and, above them, flags; `details` has the codes that only filters use.
 */

/** The bits of a code within its number. */
export interface CodeField {
  readonly shift: number;
  readonly bits: number;
}

/** The codes by which lines are grouped, from the lowest bit; the first table uses the first of them. */
export const traitNames = ['sex', 'age', 'schooling', 'companySize', 'state', 'section'] as const;
export type Trait = (typeof traitNames)[number];

/** The codes of a line's details, from the lowest bit. A further code fits if all have at most 16 bits. */
const detailNames = ['race', 'disability', 'region', 'hours', 'hasNoSection'] as const;

const bitsOf = (names: readonly PackedCodeName[]) =>
  names.reduce((sum, name) => sum + packedCodes[name].bits, 0);

export const codeIn = (number: number, { shift, bits }: CodeField): number =>
  (number >>> shift) & (2 ** bits - 1);

/** Consecutive bits for some codes. */
const fieldsOf = <Name extends PackedCodeName>(names: readonly Name[]) =>
  tableOf(names, (name, place): CodeField => ({
    shift: bitsOf(names.slice(0, place)),
    bits: packedCodes[name].bits,
  }));

export const traitFields = fieldsOf(traitNames);
export const detailFields = fieldsOf(detailNames);
export const detailBits = bitsOf(detailNames);

/** The columns whose codes are indexes in lists of the month's file. */
export const codedColumns = ['municipality', 'subclass'] as const;
export type CodedColumn = (typeof codedColumns)[number];
/** Maximum number of codes of such a list: their indexes have 16 bits. */
export const maxCodes = 65_536;
/** Stands for the empty code of a subclass. It is the highest code: the registry's have seven digits. */
export const emptySubclass = 10_000_000;

/** First bit of the flags, above the traits of panels. */
export const flagsShift = bitsOf(traitNames);

/**
 * The flags of a line, each with its bit. The lowest ones are the code `contract`, of which the rules read the registry's
 * own columns for intermittent work and apprenticeship.
 */
const flagBits = {
  markedIntermittent: 0,
  markedApprentice: 1,
  cancelled: packedCodes.contract.bits,
  late: packedCodes.contract.bits + 1,
  fullTime: packedCodes.contract.bits + 2,
};
type Flag = keyof typeof flagBits;
export const flagsBits = packedCodes.contract.bits + 3;
export const flagCombinations = 2 ** flagsBits;

/** The bit of a flag in the number of a line's traits and flags. */
export const bitOfFlag = (flag: Flag): number => flagsShift + flagBits[flag];

export const hasFlag = (flags: number, flag: Flag) => (flags & (1 << flagBits[flag])) !== 0;

/** The flags of lines that are not usual: the default rule or series does not count them, whatever their salary. */
const unusualFlags = (1 << flagBits.cancelled) | (1 << flagBits.markedIntermittent);
export const isUsual = (flags: number) => (flags & unusualFlags) === 0;

const shifted = (sql: string, bits: number) => `bitShiftLeft(toUInt32(${sql}), ${bits})`;

const packed = <Name extends PackedCodeName>(fields: Readonly<Record<Name, CodeField>>) =>
  keysOf(fields).map((name) => shifted(packedCodes[name].sql, fields[name].shift));

/**
 * SQL of a line's traits and flags, except the flag `cancelled`: the warehouse has a line of weight −1 for each cancelled
 * line.
 */
export const codedTraits = `toUInt32(${[
  ...packed(traitFields),
  shifted(packedCodes.contract.sql, flagsShift),
  shifted(`kind = 'FOR'`, bitOfFlag('late')),
  shifted('ifNull(hours, 0) >= 4000', bitOfFlag('fullTime')),
].join(' + ')})`;

export const codedDetails = `toUInt16(${packed(detailFields).join(' + ')})`;

/** The column and bits of a code in the files; undefined for a code that they lack. */
export function placeOfCode(
  name: PackedCodeName,
): { readonly column: 'traits' | 'details'; readonly field: CodeField } | undefined {
  const { bits } = packedCodes[name];
  if (name === 'contract') return { column: 'traits', field: { shift: flagsShift, bits } };
  const trait = traitNames.find((candidate) => candidate === name);
  if (trait !== undefined) return { column: 'traits', field: traitFields[trait] };
  const detail = detailNames.find((candidate) => candidate === name);
  return detail && { column: 'details', field: detailFields[detail] };
}
