import { ageBands, companySizeLabels } from '../../shared/codes.ts';
import { keysOf } from '../../shared/keys.ts';
import { companySize, employeeBands, industrySections } from '../reference/company-size.ts';
import { identifiedSchoolingCodes, schoolingOfFileCode } from '../reference/schooling.ts';

/**
 * What panels group a line by, packed into one number of 32 bits, and its salary in another: a question about very
 * many lines is handed two columns instead of ten. Statements compute both: a table's own ALIAS columns have been mixed
 * up with others on clusters (https://github.com/ClickHouse/ClickHouse/pull/107675).
 */

/** Where a field stands in `traits`. */
export interface TraitField {
  readonly shift: number;
  readonly bits: number;
}

export const traitFields = {
  /** As the files code it, 0 unknown. */
  sex: { shift: 0, bits: 2 },
  /** 1 and up in the order of bands, 0 outside them. */
  age: { shift: 2, bits: 3 },
  /** The product's groups, 0 not informed. */
  schooling: { shift: 5, bits: 4 },
  /** 1 and up in the order of sizes, 0 unknown. */
  companySize: { shift: 9, bits: 3 },
  /** IBGE's code, 63 for any other. */
  state: { shift: 12, bits: 6 },
  /** Of the letter's code the lowest five bits; Z where it is empty. */
  section: { shift: 18, bits: 5 },
} as const satisfies Record<string, TraitField>;
export type Trait = keyof typeof traitFields;

/** The salary in centavos; 0 where there is none, and `largestPay` for that or more. */
export const payExpression = `toUInt32(least(greatest(ifNull(salary, 0), 0), 4294967295))`;
export const largestPay = 4_294_967_295;

/** Stands for every code from itself on. */
export const otherState = 63;

const sizes = keysOf(companySizeLabels);
const sizeCodes = Object.keys(employeeBands).map(Number);

function sizesOf(section: string): number[] {
  return sizeCodes.map((code) => {
    const size = companySize(section, code);
    return size === null ? 0 : sizes.indexOf(size) + 1;
  });
}

const mapped = (column: string, codes: readonly number[], values: readonly number[]) =>
  `transform(${column}, [${codes.join(', ')}], [${values.join(', ')}], 0)`;

const [industry = ''] = industrySections;
const industryList = industrySections.map((letter) => `'${letter}'`).join(', ');

const ageBandClauses = keysOf(ageBands).map((band, index) => {
  const { from, to } = ageBands[band];
  return to === null
    ? `age >= ${from}, ${index + 1}`
    : `age between ${from} and ${to}, ${index + 1}`;
});

const expressions: Readonly<Record<Trait, string>> = {
  sex: 'if(sex in (1, 3), sex, 0)',
  age: `multiIf(${ageBandClauses.join(', ')}, 0)`,
  schooling: mapped(
    'schooling',
    identifiedSchoolingCodes,
    identifiedSchoolingCodes.map((code) => Number(schoolingOfFileCode(code))),
  ),
  companySize: `if(section in (${industryList}), ${mapped('company_size', sizeCodes, sizesOf(industry))}, ${mapped('company_size', sizeCodes, sizesOf(''))})`,
  state: `least(uf, ${otherState})`,
  section: `bitAnd(if(section = '', ascii('Z'), ascii(section)), 31)`,
};

/** The packed number of a line. */
export const traitsExpression = packedExpression(traitFields, expressions, 'toUInt32');

/** SQL that packs what expressions tell into the fields of one number; `type` makes it a number that holds them all. */
export function packedExpression<Name extends string>(
  fields: Readonly<Record<Name, TraitField>>,
  values: Readonly<Record<Name, string>>,
  type: 'toUInt16' | 'toUInt32',
): string {
  const packed = keysOf(fields).map(
    (name) => `bitShiftLeft(${type}(${values[name]}), ${fields[name].shift})`,
  );
  return `${type}(${packed.join(' + ')})`;
}
