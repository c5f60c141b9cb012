import type { Question } from '../question.ts';

type OwnFilter =
  | 'region'
  | 'uf'
  | 'municipalities'
  | 'companySize'
  | 'section'
  | 'subclasses'
  | 'sex'
  | 'schooling'
  | 'schoolingLevel'
  | 'age';

/** The filters that are about each panel's own dimension, which the panel leaves out. */
export const ownFilters = {
  place: ['region', 'uf', 'municipalities'],
  companySize: ['companySize'],
  gender: ['sex'],
  schooling: ['schooling', 'schoolingLevel'],
  age: ['age'],
  sector: ['section', 'subclasses'],
  /** Within a section that was asked, the panel is about its subclasses. */
  subclass: ['subclasses'],
} as const satisfies Record<string, readonly OwnFilter[]>;

/** The question without some filters; the very same one when none of them is set, so that scans can be shared. */
export function withoutFilters(question: Question, filters: readonly OwnFilter[]): Question {
  if (filters.every((filter) => question[filter] === null)) return question;
  const none: Partial<Record<OwnFilter, null>> = Object.fromEntries(
    filters.map((filter) => [filter, null]),
  );
  return { ...question, ...none };
}

const noFilters = {
  occupations: null,
  family: null,
  region: null,
  uf: null,
  municipalities: null,
  sex: null,
  schooling: null,
  schoolingLevel: null,
  age: null,
  companySize: null,
  section: null,
  subclasses: null,
  hours: null,
  contract: null,
  race: null,
  disabilities: null,
} as const satisfies Partial<Question>;

/** The question with some of its filters and no others. */
export function onlyFilters(question: Question, filters: readonly OwnFilter[]): Question {
  const kept = filters.map((filter) => [filter, question[filter]] as const);
  return { ...question, ...noFilters, ...Object.fromEntries(kept) };
}
