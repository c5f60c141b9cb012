import type { NearbyTown } from '../../../../shared/contracts/search.ts';
import { areEnough } from '../../../../shared/statistics/interval-difference.ts';
import { rankedPercentile } from '../../../../shared/statistics/percentile.ts';
import { kilometresBetween } from '../../../reference/ibge-regions.ts';
import { municipalityName, stateOfCode } from '../../../reference/places.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import type { PayGroup } from '../../query/engine/pay-group.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { fewestOf } from '../suppression/fewest-records.ts';

const mostTowns = 5;

/** The nearest municipalities of the state with enough effective records, for a query about one municipality. */
export function nearbyTowns(
  query: SalaryQuery,
  towns: ReadonlyMap<number, PayGroup>,
): NearbyTown[] {
  const [asked, ...others] = query.municipalities ?? [];
  if (asked === undefined || others.length > 0) return [];
  const designEffect = designEffectOf(query);
  return [...towns]
    .flatMap(([code, pay]) => {
      if (code === asked || !areEnough(pay.count, designEffect) || pay.count < fewestOf(query))
        return [];
      const kilometres = kilometresBetween(asked, code);
      const median = rankedPercentile(pay, 5000);
      if (kilometres === null || median === null) return [];
      const codigo = String(code);
      return [
        {
          codigo,
          nome: municipalityName(codigo) ?? codigo,
          uf: stateOfCode(codigo.slice(0, 2))?.sigla ?? '',
          kilometres: Math.round(kilometres),
          count: pay.count,
          median: median / 100,
        },
      ];
    })
    .toSorted((a, b) => a.kilometres - b.kilometres || (a.codigo < b.codigo ? -1 : 1))
    .slice(0, mostTowns);
}
