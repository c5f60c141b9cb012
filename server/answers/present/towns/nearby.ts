import type { NearbyTown } from '../../../../shared/contracts/search.ts';
import { areEnough } from '../../../../shared/statistics/interval-difference.ts';
import { rankedPercentile } from '../../../../shared/statistics/percentile.ts';
import { kilometresBetween } from '../../../reference/ibge-regions.ts';
import { allMunicipalities, municipalityName, stateOfCode } from '../../../reference/places.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import type { PayGroup } from '../../query/engine/pay-group.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { fewestOf } from '../suppression/fewest-records.ts';

const mostTowns = 5;
/** Number of other states whose municipalities are counted: each takes a count of its own. */
const mostStates = 2;

type TownPay = ReadonlyMap<number, PayGroup>;

/**
 * The nearest municipalities with enough effective records, for a query about one municipality; none for other queries.
 * `towns` has the municipalities of its state. `townsOf` counts those of another state, which happens only where that
 * state has a municipality nearer than the last one found.
 */
export async function nearbyTowns(
  query: SalaryQuery,
  towns: TownPay,
  townsOf: (uf: string) => Promise<TownPay>,
): Promise<NearbyTown[]> {
  const [asked, ...others] = query.municipalities ?? [];
  if (asked === undefined || others.length > 0) return [];
  const found = nearestOf(query, asked, towns);
  const farthest = found[mostTowns - 1]?.kilometres ?? Infinity;
  const beyond = await Promise.all(statesNear(asked, farthest).map(townsOf));
  return beyond
    .reduce((all, state) => all.concat(nearestOf(query, asked, state)), found)
    .toSorted(byDistance)
    .slice(0, mostTowns);
}

function nearestOf(query: SalaryQuery, asked: number, towns: TownPay): NearbyTown[] {
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
    .toSorted(byDistance)
    .slice(0, mostTowns);
}

const byDistance = (a: NearbyTown, b: NearbyTown) =>
  a.kilometres - b.kilometres || (a.codigo < b.codigo ? -1 : 1);

/** The other states with a municipality nearer than a distance in kilometres, the nearest first. */
function statesNear(asked: number, within: number): string[] {
  const own = stateOfCode(String(asked).slice(0, 2))?.sigla;
  const nearest = new Map<string, number>();
  for (const { code, uf } of allMunicipalities()) {
    if (uf === own) continue;
    const kilometres = kilometresBetween(asked, Number(code));
    if (kilometres === null || kilometres >= within) continue;
    nearest.set(uf, Math.min(kilometres, nearest.get(uf) ?? Infinity));
  }
  return [...nearest]
    .toSorted(([, a], [, b]) => a - b)
    .slice(0, mostStates)
    .map(([uf]) => uf);
}
