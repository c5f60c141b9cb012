import { hoursBands } from '../../../shared/codes.ts';
import { keysOf } from '../../../shared/keys.ts';
import { packedExpression, traitsExpression } from '../../warehouse/traits.ts';
import { contractClauses } from '../filter-sql.ts';

/**
 * What a line tells besides its salary, occupation, municipality and subclass, in two numbers: `traits` (the groups of
 * warehouse/traits.ts and above them flags) and `details`, which filters alone ask about.
 */

/** Above the traits of panels, from this bit on. */
export const flagsShift = 23;
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
  ...contractClauses,
};

const flagExpressions = Object.entries(flagClauses).map(
  ([flag, clause]) =>
    `bitShiftLeft(toUInt32(${clause}), ${flagsShift + flagNames.findIndex((name) => name === flag)})`,
);

export const codedTraits = `toUInt32(${traitsExpression} + ${flagExpressions.join(' + ')})`;

/** Where a detail stands in `details`. */
export const detailFields = {
  race: { shift: 0, bits: 4 },
  disability: { shift: 4, bits: 4 },
  region: { shift: 8, bits: 4 },
  /** 1 and up in the order of bands, 0 outside them. */
  hours: { shift: 12, bits: 3 },
  /** The letter is empty; panels show it among those not identified, the filter Z does not find it. */
  hasNoSection: { shift: 15, bits: 1 },
} as const;
export type Detail = keyof typeof detailFields;

/** Stands for every code from itself on; no filter asks for those. */
export const otherCode = 15;

const bands = keysOf(hoursBands).map((band, index) => {
  const { from, to } = hoursBands[band];
  return to === null
    ? `hours >= ${from}, ${index + 1}`
    : `hours between ${from} and ${to}, ${index + 1}`;
});

const detailExpressions: Readonly<Record<Detail, string>> = {
  race: `least(race, ${otherCode})`,
  disability: `least(disability, ${otherCode})`,
  region: `least(region, ${otherCode})`,
  hours: `multiIf(${bands.join(', ')}, 0)`,
  hasNoSection: `section = ''`,
};

export const codedDetails = packedExpression(detailFields, detailExpressions, 'toUInt16');
