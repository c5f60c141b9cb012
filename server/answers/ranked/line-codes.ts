import { keysOf } from '../../../shared/codes/keys.ts';
import { smallCodes, type SmallCodeName } from '../small-codes.ts';

/**
 * What a line tells besides its salary, occupation, municipality and subclass: `traits` (the groups of panels and above
 * them flags), and details, which filters alone ask about.
 */

/** Where a code stands in its number. */
export interface CodeField {
  readonly shift: number;
  readonly bits: number;
}

/** The codes that lines are added up by, from the lowest bit; the first table takes the first of them. */
export const traitNames = ['sex', 'age', 'schooling', 'companySize', 'state', 'section'] as const;
export type Trait = (typeof traitNames)[number];

/**
 * Columns of details, each of 16 bits in blocks of its own: a question reads those that its filters ask about. What has
 * no room in one is a line here, which leaves the others as they are; files without it are made anew.
 */
const detailColumns = {
  details: ['race', 'disability', 'region', 'hours', 'hasNoSection'],
} as const satisfies Record<string, readonly SmallCodeName[]>;
export type DetailColumn = keyof typeof detailColumns;
export const detailColumnNames = keysOf(detailColumns);

/** One code behind another. */
function fieldsOf<Name extends SmallCodeName>(
  names: readonly Name[],
): Readonly<Record<Name, CodeField>> {
  let shift = 0;
  const fields = names.map((name) => {
    const { bits } = smallCodes[name];
    shift += bits;
    return { [name]: { shift: shift - bits, bits } };
  });
  return Object.assign({}, ...fields);
}

export const traitFields = fieldsOf(traitNames);

/** Above the traits of panels, from this bit on. */
export const flagsShift = traitNames.reduce((sum, name) => sum + smallCodes[name].bits, 0);
export const flagNames = [
  'cancelled',
  'late',
  'intermittent',
  'apprentice',
  'fullTime',
  'aprendiz',
  'temporario',
  'parcial',
  'intermitente',
] as const;
export type Flag = (typeof flagNames)[number];
export const flagCombinations = 2 ** flagNames.length;

export const hasFlag = (flags: number, flag: Flag) =>
  (flags & (1 << flagNames.indexOf(flag))) !== 0;

/** Whether the rule and the series that are usually asked count a line with these flags, if its salary does. */
export const isUsual = (flags: number) =>
  !hasFlag(flags, 'cancelled') && !hasFlag(flags, 'intermittent');

/** Cancelled lines are marked as the file is made: the warehouse has a line of weight −1 for each. */
const flagClauses: Readonly<Record<Exclude<Flag, 'cancelled'>, string>> = {
  late: `kind = 'FOR'`,
  intermittent: 'intermittent = 1',
  apprentice: 'apprentice = 1',
  fullTime: 'ifNull(hours, 0) >= 4000',
  aprendiz: smallCodes.aprendiz.sql,
  temporario: smallCodes.temporario.sql,
  parcial: smallCodes.parcial.sql,
  intermitente: smallCodes.intermitente.sql,
};

const flagExpressions = Object.entries(flagClauses).map(
  ([flag, clause]) =>
    `bitShiftLeft(toUInt32(${clause}), ${flagsShift + flagNames.findIndex((name) => name === flag)})`,
);

/** SQL that packs codes into their fields. */
function packed(
  fields: Readonly<Partial<Record<SmallCodeName, CodeField>>>,
  names: readonly SmallCodeName[],
  type: 'toUInt16' | 'toUInt32',
): string[] {
  return names.map(
    (name) => `bitShiftLeft(${type}(${smallCodes[name].sql}), ${fields[name]?.shift ?? 0})`,
  );
}

const traitExpressions = packed(traitFields, traitNames, 'toUInt32');

export const codedTraits = `toUInt32(${[...traitExpressions, ...flagExpressions].join(' + ')})`;

/** SQL of each column of details. Throws for one whose codes have no room. */
export const codedDetails: readonly (readonly [DetailColumn, string])[] = detailColumnNames.map(
  (column) => {
    const names = detailColumns[column];
    if (names.reduce((sum, name) => sum + smallCodes[name].bits, 0) > 16)
      throw new RangeError(`The codes of ${column} have no room in 16 bits.`);
    return [column, `toUInt16(${packed(fieldsOf(names), names, 'toUInt16').join(' + ')})`];
  },
);

/** Where the files have a code; undefined for one that they do not have. */
export function placeOfCode(
  name: SmallCodeName,
): { readonly column: 'traits' | 'flags' | DetailColumn; readonly field: CodeField } | undefined {
  const trait = traitNames.find((own) => own === name);
  if (trait !== undefined) return { column: 'traits', field: traitFields[trait] };
  for (const column of detailColumnNames) {
    const names = detailColumns[column];
    const detail = names.find((own) => own === name);
    if (detail !== undefined) return { column, field: fieldsOf(names)[detail] };
  }
  const shift = flagNames.findIndex((own) => own === name);
  return shift === -1 ? undefined : { column: 'flags', field: { shift, bits: 1 } };
}
