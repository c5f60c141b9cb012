import { establishmentSizes, type EqualityQuery } from '../../../../shared/contracts/equality.ts';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { resolveQuery, type SalaryQuery } from '../../query/salary-query.ts';
import type { Release } from '../../query/release.ts';
import { among, between } from '../../query/filters/line-filter.ts';
import { countedRows, type Conditions } from '../../query/selection-sql.ts';

/** The grouping of the salaries: the groups of occupations, or the races within the selection. */
export type EqualityAxis = 'occupation' | 'race';

/** The lines that are scanned: admissions by MTE's rule in the adjusted series, of women and men. */
export interface EqualitySelection {
  readonly query: SalaryQuery;
  readonly sizeCodes: readonly number[] | null;
  /** Of the CBO; '' for all occupations. */
  readonly group: string;
}

/** Throws `AppError` 400 with the field's name for an invalid value. */
export function equalitySelection(
  { grupo = '', empregados, ...filters }: EqualityQuery,
  release: Release,
): EqualitySelection {
  return {
    query: resolveQuery(SearchFilters.parse(filters), release),
    sizeCodes: establishmentSizes[empregados].codes,
    group: grupo,
  };
}

/** The rows of a selection; codes that name no occupation (empty, 999999) are in no group. */
export function equalityRows({ query, sizeCodes, group }: EqualitySelection): Conditions {
  const missing = 10 ** (6 - group.length);
  const first = Number(group) * missing;
  return countedRows(
    query,
    { clause: 'sex in (1, 3)', params: {} },
    between('cbo', 'UInt32', {
      from: Math.max(first, 1),
      to: Math.min(first + missing - 1, 999_998),
    }),
    ...(sizeCodes === null ? [] : [among('company_size', 'sizeCodes', 'UInt16', sizeCodes)]),
  );
}

/** The four digits of a group's family; null if the group has several families. */
export const familyOfGroup = (code: string): number | null =>
  code.length < digitsOfFamily ? null : Number(code.slice(0, digitsOfFamily));
const digitsOfFamily = 4;

/** The design effect of a group's family, or of all occupations if the group has several families. */
export const effectOfGroup = (release: Release, code: string): number =>
  designEffectOf({ release, occupations: null, family: familyOfGroup(code) });
