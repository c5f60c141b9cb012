import { stateOfMunicipality } from '../../../shared/codes/codes.ts';
import { familyOf } from './filters/occupation-family.ts';
import { stateOfCode } from '../../reference/places.ts';
import type { SalaryQuery } from './salary-query.ts';

/**
 * The IBGE code of the state whose municipalities are shown: the requested one, or that of all requested
 * municipalities. Null for the code 999999 (unknown) and others of no state: month files do not distinguish these states.
 */
export function shownState({ uf, municipalities }: SalaryQuery): number | null {
  if (uf !== null) return uf;
  const states = new Set(municipalities?.map(stateOfMunicipality));
  const [state] = states;
  if (state === undefined || states.size > 1) return null;
  return stateOfCode(String(state)) === undefined ? null : state;
}

/** The one family (four digits) of all requested occupations; null for several families or every occupation. */
export function singleFamily({ occupations, family }: SalaryQuery): number | null {
  const families = new Set(occupations?.map(familyOf));
  if (family !== null) families.add(family);
  const [only] = families;
  return families.size === 1 && only !== undefined ? only : null;
}

/** The query about every occupation of a family; the same object if the query already covers it. */
export function familyQuery(query: SalaryQuery, family: number): SalaryQuery {
  if (query.family === family && query.occupations === null) return query;
  return { ...query, occupations: null, family };
}

const monthsBefore = 12;

/** The loaded months of the panel: the requested ones and up to twelve before them. */
export function trendMonths({ period, release }: SalaryQuery): string[] {
  if (period === null) return [];
  const upToLast = release.months.filter((month) => month <= period.to);
  const requested = upToLast.filter((month) => month >= period.from).length;
  return upToLast.slice(-(requested + monthsBefore));
}

/** The query over the months of the panel. */
export function trendQuery(query: SalaryQuery): SalaryQuery {
  const months = trendMonths(query);
  const [from, to] = [months[0], months.at(-1)];
  return from === undefined || to === undefined ? query : { ...query, period: { from, to } };
}
