import { regions } from '../../../../shared/codes/codes.ts';
import { SearchFilters, type RelaxedQuery } from '../../../../shared/contracts/search.ts';
import type { FieldName } from '../../../../shared/filters/catalogue.ts';
import { medianIntervalInReais } from '../../../../shared/statistics/heaping.ts';
import { areEnough } from '../../../../shared/statistics/interval-difference.ts';
import {
  medianInterval,
  percentile,
  type RankedSalaries,
} from '../../../../shared/statistics/percentile.ts';
import { ibgeRegion, regionsOfTown } from '../../../reference/ibge-regions.ts';
import { stateOfCode } from '../../../reference/places.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import type { DimensionName } from '../../query/dimensions.ts';
import type { CountedPay } from '../../query/engine/counted-pay.ts';
import { shownState } from '../../query/panel-queries.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { minRecordsOf } from '../suppression/min-records.ts';
import { lowerFirst } from '../../../../shared/words/format.ts';

export interface WiderPlace {
  /** "Toda a região de Juiz de Fora", "Todo o Brasil". */
  readonly label: string;
  /** The query's filters with this place instead of its own. */
  readonly filters: SearchFilters;
  /** The group of the query's response that has its records; null if no group has. */
  readonly group: readonly [dimension: DimensionName, code: number] | null;
}

/**
 * The places around a query's place, the narrowest first: the regions of IBGE that have all its municipalities, their
 * state, its region, the country.
 */
export function widerPlaces(filters: SearchFilters, query: SalaryQuery): WiderPlace[] {
  const { regiao, uf, regiaoIbge } = filters;
  const elsewhere = withoutPlaces(filters);
  const state = stateOfCode(String(shownState(query)));
  const places: WiderPlace[] = [];
  if (query.municipalities !== null && state !== undefined) {
    for (const [dimension, code] of regionsAround(query.municipalities)) {
      const name = ibgeRegion(code)?.name;
      if (name === undefined || code === regiaoIbge) continue;
      places.push({
        label: `Toda a ${lowerFirst(name)}`,
        filters: { ...elsewhere, uf: state.sigla, regiaoIbge: code },
        group: [dimension, Number(code)],
      });
    }
    places.push({
      label: `Todo o estado (${state.nome})`,
      filters: { ...elsewhere, uf: state.sigla },
      group: ['state', Number(state.codigo)],
    });
  }
  if (state !== undefined)
    places.push({
      label: `Toda a região ${regions[state.regiao]}`,
      filters: { ...elsewhere, regiao: state.regiao },
      group: null,
    });
  if (regiao !== undefined || uf !== undefined || query.municipalities !== null)
    places.push({ label: 'Todo o Brasil', filters: elsewhere, group: ['country', 0] });
  return places;
}

/** The one immediate and the one intermediate region of some municipalities; none where they are of several. */
const regionsAround = (municipalities: readonly number[]) =>
  (['immediate', 'intermediate'] as const).flatMap((kind) => {
    const [code, ...others] = new Set(municipalities.map((town) => regionsOfTown(town)?.[kind]));
    return code === undefined || others.length > 0 ? [] : [[`${kind}Region`, code] as const];
  });

export const withoutPlaces = (filters: SearchFilters) =>
  withoutFields(filters, ['regiao', 'uf', 'regiaoIbge', 'municipios']);

/** The filters without some fields; fields that always have a value get their default. */
export function withoutFields(filters: SearchFilters, names: readonly FieldName[]): SearchFilters {
  const left: Partial<SearchFilters> = { ...filters };
  for (const name of names) delete left[name];
  return SearchFilters.parse(left);
}

/** The records of a place among the groups of a response; undefined if no group has them. */
export const groupOf = (
  { group }: WiderPlace,
  { groups }: Pick<CountedPay, 'groups'>,
): RankedSalaries | undefined => (group === null ? undefined : groups(group[0]).get(group[1]));

/** Whether a wider place has enough effective records to stand for a narrower one. */
export const isSufficient = (query: SalaryQuery, pay: RankedSalaries | undefined) =>
  pay !== undefined && areEnough(pay.count, designEffectOf(query));

/** The published figures of a wider place, in reais; null if it has too few records. */
export function widerFigures(
  query: SalaryQuery,
  pay: RankedSalaries | undefined,
): RelaxedQuery['figures'] {
  if (pay === undefined || pay.count < minRecordsOf(query)) return null;
  const median = percentile(pay, 5000);
  if (median === null) return null;
  const interval = medianInterval(pay, designEffectOf(query));
  return {
    median: median / 100,
    medianInterval: medianIntervalInReais(pay.toDistribution?.(), interval),
  };
}
