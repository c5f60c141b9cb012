import { ageBands, companySizeLabels, type CompanySize } from '../../../shared/codes.ts';
import { keysOf } from '../../../shared/keys.ts';
import { companySize, employeeBands, industrySections } from '../../reference/company-size.ts';
import { identifiedSchoolingCodes, schoolingOfFileCode } from '../../reference/schooling.ts';
import type { SqlValue } from '../../warehouse/warehouse.ts';

const sizes = keysOf(companySizeLabels);
const bands = keysOf(ageBands);

/** What records are grouped by: SQL that gives every record a natural number of at most seven digits. */
export const dimensions = {
  country: '0',
  state: 'uf',
  /** 0 outside the scan's state. */
  municipality: 'if(uf = {shownState:Nullable(UInt16)}, municipality, 0)',
  /** 1 and up in the order of sizes, 0 unknown. */
  companySize: `if(section in {industrySections:Array(String)},
          transform(company_size, {sizeCodes:Array(UInt16)}, {industrySizes:Array(UInt8)}, 0),
          transform(company_size, {sizeCodes:Array(UInt16)}, {otherSizes:Array(UInt8)}, 0))`,
  month: 'month',
  /** As the files code it, 0 unknown. */
  sex: 'if(sex in (1, 3), sex, 0)',
  /** The product's groups. */
  schooling:
    'transform(schooling, {schoolingCodes:Array(UInt16)}, {schoolingGroups:Array(UInt8)}, 80)',
  /** 1 and up in the order of bands, 0 outside them. */
  age: `multiIf(${bands.map((band, index) => `${ageClause(ageBands[band])}, ${index + 1}`).join(', ')}, 0)`,
  /** The letter's code; Z where it is empty. */
  section: `if(section = '', ascii('Z'), ascii(section))`,
  subclass: 'subclass',
  occupation: 'cbo',
} as const;
export type DimensionName = keyof typeof dimensions;

function ageClause({ from, to }: { readonly from: number; readonly to: number | null }): string {
  return to === null ? `age >= ${from}` : `age between ${from} and ${to}`;
}

const sizeKey = (size: CompanySize | null) => (size === null ? 0 : sizes.indexOf(size) + 1);

const sizeCodes = Object.keys(employeeBands).map(Number);
const [industry = ''] = industrySections;
const elsewhere = '';

const paramsOf: Partial<Record<DimensionName, Record<string, SqlValue>>> = {
  companySize: {
    industrySections,
    sizeCodes,
    industrySizes: sizeCodes.map((code) => sizeKey(companySize(industry, code))),
    otherSizes: sizeCodes.map((code) => sizeKey(companySize(elsewhere, code))),
  },
  schooling: {
    schoolingCodes: identifiedSchoolingCodes,
    schoolingGroups: identifiedSchoolingCodes.map((code) => Number(schoolingOfFileCode(code))),
  },
};

/** The values that the SQL of these dimensions names, but for `shownState`. */
export function dimensionParams(names: readonly DimensionName[]): Record<string, SqlValue> {
  return Object.assign({}, ...names.map((name) => paramsOf[name]));
}
