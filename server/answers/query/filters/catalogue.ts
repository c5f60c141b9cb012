import type { FilterName } from '../../../../shared/filters/catalogue.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import type { SearchFilters } from '../../../../shared/contracts/search.ts';
import { contract, hours } from './contract.ts';
import { companySize, section, subclasses } from './employer.ts';
import { numberFilter, type Condition, type FileTest, type LineFilter } from './line-filter.ts';
import { family, occupations } from './occupations.ts';
import { age, disabilities, sex } from './people.ts';
import { municipalities, uf } from './place.ts';
import { schooling, schoolingLevel } from './schooling.ts';
import type { PackedCodeName } from './packed-codes.ts';

/** Filters that decide which lines count, step by step. They are not part of the selection (selection-sql.ts). */
type StepFilter = 'salary' | 'period' | 'movement' | 'rule' | 'series';
export type LineFilterName = Exclude<FilterName, StepFilter>;

/** What each filter of shared/filters means for a line, in the order of the SQL conditions. */
export const lineFilters = {
  occupations,
  family,
  region: numberFilter(({ regiao }) => regiao, { column: 'region', type: 'UInt8', code: 'region' }),
  uf,
  municipalities,
  sex,
  schooling,
  schoolingLevel,
  age,
  race: numberFilter(({ raca }) => raca, { column: 'race', type: 'UInt16', code: 'race' }),
  disabilities,
  companySize,
  section,
  subclasses,
  contract,
  hours,
} as const satisfies Record<LineFilterName, unknown>;

type ValueOf<Own> = Own extends LineFilter<infer Value> ? Value : never;
type FilterValues = { readonly [Name in LineFilterName]: ValueOf<(typeof lineFilters)[Name]> };

/** A query's value for each filter, in the codes of the lines; null if the filter is not set. */
export type ResolvedFilters = { readonly [Name in LineFilterName]: FilterValues[Name] | null };

const catalogue: { readonly [Name in LineFilterName]: LineFilter<FilterValues[Name]> } =
  lineFilters;
const names = keysOf(catalogue);

/** Reads the filters of a request. Throws `AppError` 400 with the field's name for an invalid value. */
export function resolveFilters(filters: SearchFilters): ResolvedFilters {
  return Object.assign({}, ...names.map((name) => ({ [name]: catalogue[name].resolve(filters) })));
}

/** Filters that combine with OR: a line passes if it meets one of them. */
const alternatives: readonly LineFilterName[] = ['occupations', 'family'];

/** The filters that are set, as conditions on the warehouse's lines. */
export function filterConditions(requested: ResolvedFilters): Condition[] {
  const any = alternatives.flatMap((name) => conditionOf(name, requested[name]));
  const all = names.filter((name) => !alternatives.includes(name));
  return [
    ...(any.length < 2 ? any : [anyOf(any)]),
    ...all.flatMap((name) => conditionOf(name, requested[name])),
  ];
}

function conditionOf<Name extends LineFilterName>(
  name: Name,
  value: FilterValues[Name] | null,
): Condition[] {
  return value === null ? [] : [catalogue[name].condition(value)];
}

const anyOf = (conditions: readonly Condition[]): Condition => ({
  clause: `(${conditions.map(({ clause }) => clause).join(' or ')})`,
  params: Object.assign({}, ...conditions.map(({ params }) => params)),
});

/** The tests of the set filters on month files; null if the files cannot evaluate one of them. */
export function fileTests(
  requested: ResolvedFilters,
): readonly { readonly name: LineFilterName; readonly test: FileTest }[] | null {
  const all = names.map((name) => ({ name, tests: testsOf(name, requested[name]) }));
  if (all.some(({ tests }) => tests === null)) return null;
  return all.flatMap(({ name, tests }) => (tests ?? []).map((test) => ({ name, test })));
}

function testsOf<Name extends LineFilterName>(
  name: Name,
  value: FilterValues[Name] | null,
): readonly FileTest[] | null {
  if (value === null) return [];
  return catalogue[name].tests?.(value) ?? null;
}

/** A predicate over the values of a packed code: whether one passes all given filters that test this code. */
export function passesCode(
  requested: ResolvedFilters,
  filters: readonly LineFilterName[],
  code: PackedCodeName,
): (value: number) => boolean {
  const tests = filters.flatMap((name) => testsOf(name, requested[name]) ?? []);
  return (value) =>
    tests.every((test) => !('passes' in test) || test.code !== code || test.passes(value));
}

/** The query without some filters; the same object if none of them is set, so that scans can be shared. */
export function withoutFilters<Query extends ResolvedFilters>(
  query: Query,
  filters: readonly LineFilterName[],
): Query {
  if (filters.every((name) => query[name] === null)) return query;
  return Object.assign({}, query, ...filters.map((name) => ({ [name]: null })));
}
