import { section, subclasses } from './activity.ts';
import { keysOf } from '../codes/keys.ts';
import { movement, period, rule, series } from './data.ts';
import { family, occupations } from './occupations.ts';
import { municipalities, region, uf } from './place.ts';
import { salary } from './salary.ts';
import {
  schooling,
  schoolingLevel,
  hours,
  contract,
  companySize,
  disabilities,
  race,
  age,
  sex,
} from './choices.ts';

/** Every filter of a query, by its internal name, in display order. */
export const filters = {
  occupations,
  family,
  region,
  uf,
  municipalities,
  salary,
  sex,
  age,
  schooling,
  schoolingLevel,
  race,
  disabilities,
  companySize,
  section,
  subclasses,
  contract,
  hours,
  period,
  movement,
  rule,
  series,
} as const;
export type FilterName = keyof typeof filters;
type AnyFilter = (typeof filters)[FilterName];

type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

export const filterFields: AllOf<AnyFilter['fields']> = Object.assign(
  {},
  ...Object.values(filters).map(({ fields }) => fields),
);
export type FieldName = keyof typeof filterFields;
export const fieldNames: readonly FieldName[] = keysOf(filterFields);

export const fieldsOf = (name: FilterName): FieldName[] =>
  fieldNames.filter((field) => field in filters[name].fields);

/** Parsers of list items in links, by field; other fields hold one value. */
export const listItems: ReadonlyMap<string, (item: string) => string> = new Map(
  Object.values(filters).flatMap(({ lists = {} }) => Object.entries(lists)),
);

/** The unit that measures typed text, by field. */
export const typedFields: ReadonlyMap<string, string> = new Map(
  Object.values(filters).flatMap(({ typed = {} }) => Object.entries(typed)),
);
