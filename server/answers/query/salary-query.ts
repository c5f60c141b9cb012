import { SearchFilters } from '../../../shared/contracts/search.ts';
import {
  requestedPeriod,
  type Period,
  type SelectableMonths,
} from '../../../shared/filters/data.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { resolveFilters, type ResolvedFilters } from './filters/catalogue.ts';
import { familyOf } from './filters/occupation-family.ts';
import type { Release } from './release.ts';
import { toCentavos } from '../../../shared/words/format.ts';

/** A search resolved to the codes of the files. Every step of the response uses this value. */
export interface SalaryQuery extends ResolvedFilters {
  readonly release: Release;
  /** AAAAMM, both included; null while nothing is published. */
  readonly period: Period | null;
  /** Centavos, both included. */
  readonly salaryFrom: number | null;
  readonly salaryTo: number | null;
  readonly movement: SearchFilters['movimentacao'];
  readonly rule: SearchFilters['metodo'];
  readonly series: SearchFilters['serie'];
}

/** The loaded months of the query's period, ascending. */
export function queryMonths({ period, release }: SalaryQuery): string[] {
  return release.months.filter(
    (month) => period !== null && month >= period.from && month <= period.to,
  );
}

/** Resolves the filters against a release. Throws `AppError` 400 with the field's name for an invalid value. */
export function resolveQuery(filters: SearchFilters, release: Release): SalaryQuery {
  const { salarioMin, salarioMax } = filters;
  if (salarioMin !== undefined && salarioMax !== undefined && salarioMin > salarioMax) {
    throw invalid('salarioMax', 'O salário máximo é menor que o mínimo.');
  }
  return {
    release,
    period: resolvePeriod(filters, release),
    ...resolveFilters(filters),
    salaryFrom: salarioMin === undefined ? null : toCentavos(salarioMin),
    salaryTo: salarioMax === undefined ? null : toCentavos(salarioMax),
    movement: filters.movimentacao,
    rule: filters.metodo,
    series: filters.serie,
  };
}

/** Undefined for filters that contradict each other: they have no response. */
export function maybeQuery(filters: SearchFilters, release: Release): SalaryQuery | undefined {
  try {
    return resolveQuery(filters, release);
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return undefined;
    throw error;
  }
}

/** The default period; null without months. */
export const defaultPeriod = (selectable: SelectableMonths) => requestedPeriod({}, selectable);

/** The requested or the default period. Throws `AppError` 400 if it ends before it starts. */
function resolvePeriod(filters: SearchFilters, selectable: SelectableMonths): Period | null {
  const period = requestedPeriod(filters, selectable);
  if (period !== null && period.from > period.to)
    throw invalid('periodoFim', 'O fim do período é anterior ao início.');
  return period;
}

/**
 * The filters with the period that they select in a release. Two queries that differ only in whether they name the
 * default period are equal after this. Throws as `resolveQuery` does for a period.
 */
export function withExplicitPeriod(
  filters: SearchFilters,
  selectable: SelectableMonths,
): SearchFilters {
  const period = resolvePeriod(filters, selectable);
  if (period === null) return filters;
  return SearchFilters.parse({ ...filters, periodoInicio: period.from, periodoFim: period.to });
}

export const isAboutAll = ({
  occupations,
  family,
}: Pick<SalaryQuery, 'occupations' | 'family'>): boolean => occupations === null && family === null;

export const requestsOccupation = (
  { occupations, family }: Pick<SalaryQuery, 'occupations' | 'family'>,
  cbo: number,
): boolean => (occupations ?? []).includes(cbo) || familyOf(cbo) === family;

/** Whether a query mixes working hours by default: MTE's rule without a filter on hours or contract. */
export const mixesHours = ({ hours, contract }: SalaryQuery): boolean =>
  hours === null && contract === null;

/** Records of each occupation, by its six digits. */
export type OccupationCounts = ReadonlyMap<string, number>;

/** The fixed cost of a statement of the engine over many records, in rows that a count of the index scans. */
export const rowsOfStatement = 250_000;

/**
 * Cost estimate: about how many lines a query scans. Counts the lines of its occupations in its months, several times for
 * long lists of municipalities and subclasses, and ignores all other filters. While the counts of a published release
 * are unknown, a query about all occupations costs `Infinity`.
 */
export function estimatedRows(query: SalaryQuery, counts: OccupationCounts): number {
  const { occupations, family, release } = query;
  const share = queryMonths(query).length / Math.max(1, release.months.length);
  const isAll = isAboutAll(query);
  if (isAll && counts.size === 0 && release.number !== null) return Infinity;
  const requested = new Set(occupations);
  let lines = 0;
  for (const [cbo, records] of counts) {
    const code = Number(cbo);
    const isRequested = requested.has(code) || familyOf(code) === family;
    if (isAll || isRequested) lines += records;
  }
  // 200 municipalities and 20 subclasses take some six times as long as none.
  const listed = [query.municipalities ?? [], query.subclasses ?? []].flat().length;
  return lines * share * (1 + listed / 40);
}
