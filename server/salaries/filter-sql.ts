import type { ContractKind } from '../../shared/codes.ts';
import { employeeBandsOfSize, industrySections } from '../reference/company-size.ts';
import { fileCodesOfSchooling, identifiedSchoolingCodes } from '../reference/schooling.ts';
import type { SqlValue } from '../warehouse/warehouse.ts';
import type { Question } from './question.ts';

/** The filters of a question as conditions on the warehouse's lines, in the codes of the files. */

/** A condition in SQL with the values that it names. */
export interface Condition {
  readonly clause: string;
  readonly params: Readonly<Record<string, SqlValue>>;
}

const when = <Value>(value: Value | null, condition: (value: Value) => Condition): Condition[] =>
  value === null ? [] : [condition(value)];

const equal = (column: string, type: string, value: SqlValue): Condition => ({
  clause: `${column} = {${column}:${type}}`,
  params: { [column]: value },
});

/** Occupations by code, and those of a family beside them. */
export function occupationConditions({ occupations, family }: Question): Condition[] {
  const named: Condition[] = when(occupations, (codes) => ({
    clause: 'cbo in {occupations:Array(UInt32)}',
    params: { occupations: codes },
  }));
  // A range and not a division, so that the table's order finds it.
  const ofFamily: Condition[] = when(family, (code) => ({
    clause: 'cbo between {familyFrom:UInt32} and {familyTo:UInt32}',
    params: { familyFrom: code * 100, familyTo: code * 100 + 99 },
  }));
  const any = [...named, ...ofFamily];
  if (any.length < 2) return any;
  return [
    {
      clause: `(${any.map(({ clause }) => clause).join(' or ')})`,
      params: Object.assign({}, ...any.map(({ params }) => params)),
    },
  ];
}

export function placeConditions({ region, uf, municipalities }: Question): Condition[] {
  return [
    ...when(region, (code) => equal('region', 'UInt8', code)),
    ...when(uf, (code) => equal('uf', 'UInt8', code)),
    ...when(municipalities, (codes) => ({
      clause: 'municipality in {municipalities:Array(UInt32)}',
      params: { municipalities: codes },
    })),
  ];
}

export function peopleConditions(question: Question): Condition[] {
  const { sex, schooling, schoolingLevel, age, race, disabilities } = question;
  return [
    ...when(sex, (code) => equal('sex', 'UInt8', code)),
    ...when(schooling, schoolingCondition),
    ...when(schoolingLevel, (groups) => ({
      clause: 'schooling in {schoolingLevel:Array(UInt8)}',
      params: { schoolingLevel: groups.flatMap(fileCodesOfSchooling) },
    })),
    ...when(age, ({ from, to }) => between('age', 'UInt16', from, to)),
    ...when(race, (code) => equal('race', 'UInt16', code)),
    ...when(disabilities, (codes) => ({
      clause: 'disability in {disabilities:Array(UInt16)}',
      params: { disabilities: codes },
    })),
  ];
}

function schoolingCondition(group: NonNullable<Question['schooling']>): Condition {
  return group === '80'
    ? {
        clause: 'schooling not in {identified:Array(UInt8)}',
        params: { identified: identifiedSchoolingCodes },
      }
    : {
        clause: 'schooling in {schooling:Array(UInt8)}',
        params: { schooling: fileCodesOfSchooling(group) },
      };
}

function between(column: string, type: string, from: number, to: number | null): Condition {
  const [first, last] = [`${column}From`, `${column}To`];
  return to === null
    ? { clause: `${column} >= {${first}:${type}}`, params: { [first]: from } }
    : {
        clause: `${column} between {${first}:${type}} and {${last}:${type}}`,
        params: { [first]: from, [last]: to },
      };
}

export function employerConditions({ companySize, section, subclasses }: Question): Condition[] {
  return [
    ...when(companySize, sizeCondition),
    ...when(section, (letter) => equal('section', 'String', letter)),
    ...when(subclasses, (codes) => ({
      clause: 'subclass in {subclasses:Array(UInt32)}',
      params: { subclasses: codes },
    })),
  ];
}

/** By SEBRAE's criterion a band of employees means another size in industry. */
function sizeCondition(size: NonNullable<Question['companySize']>): Condition {
  return {
    clause: `if(section in {industry:Array(String)},
        company_size in {industryBands:Array(UInt16)},
        company_size in {otherBands:Array(UInt16)})`,
    params: {
      industry: industrySections,
      industryBands: employeeBandsOfSize(size, 'industry'),
      otherBands: employeeBandsOfSize(size, 'other'),
    },
  };
}

/** Which records are of a kind. */
export const contractClauses: Readonly<Record<Exclude<ContractKind, 'comum'>, string>> = {
  aprendiz: '(apprentice = 1 or category = 103)',
  temporario: 'category = 106',
  parcial: 'part_time = 1',
  intermitente: '(intermittent = 1 or category = 111)',
};

export function contractConditions({ contract, hours }: Question): Condition[] {
  return [
    ...when(contract, (kind) => ({
      clause:
        kind === 'comum'
          ? `not (${Object.values(contractClauses).join(' or ')})`
          : contractClauses[kind],
      params: {},
    })),
    ...when(hours, ({ from, to }) => between('hours', 'Int64', from, to)),
  ];
}
