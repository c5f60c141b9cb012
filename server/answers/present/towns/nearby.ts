import type { NearbyTown } from '../../../../shared/contracts/search.ts';
import { areEnough } from '../../../../shared/statistics/interval-difference.ts';
import { percentile, type RankedSalaries } from '../../../../shared/statistics/percentile.ts';
import { kilometresBetween } from '../../../reference/ibge-regions.ts';
import { allMunicipalities, municipalityName, stateOfCode } from '../../../reference/places.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { minRecordsOf } from '../suppression/min-records.ts';

const maxTowns = 5;
/** Number of other states whose municipalities are counted. */
const maxStates = 2;

type TownPay = ReadonlyMap<number, RankedSalaries>;

/** Another state, with the distance of its nearest municipality. */
interface NearState {
  /** IBGE's code. */
  readonly state: number;
  readonly uf: string;
  readonly kilometres: number;
}

/**
 * The nearest municipalities with enough effective records, for a query about one municipality; none for other queries.
 * `towns` has the municipalities of its state. `townsOf` gives those of another state, and is called only where that
 * state has a municipality nearer than the last one found.
 */
export async function nearbyTowns(
  query: SalaryQuery,
  towns: TownPay,
  near: readonly NearState[],
  townsOf: (uf: string) => Promise<TownPay>,
): Promise<NearbyTown[]> {
  const requested = soleMunicipality(query);
  if (requested === null) return [];
  const found = nearestOf(query, requested, towns);
  const farthest = found[maxTowns - 1]?.kilometres ?? Infinity;
  const nearer = near.filter(({ kilometres }) => kilometres < farthest);
  const beyond = await Promise.all(nearer.map(({ uf }) => townsOf(uf)));
  return [...found, ...beyond.flatMap((state) => nearestOf(query, requested, state))]
    .toSorted(byDistance)
    .slice(0, maxTowns);
}

function nearestOf(query: SalaryQuery, requested: number, towns: TownPay): NearbyTown[] {
  const designEffect = designEffectOf(query);
  return [...towns]
    .flatMap(([code, pay]) => {
      const hasEnough = areEnough(pay.count, designEffect) && pay.count >= minRecordsOf(query);
      if (code === requested || !hasEnough) return [];
      const kilometres = kilometresBetween(requested, code);
      const median = percentile(pay, 5000);
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
    .toSorted(byDistance);
}

const byDistance = (a: NearbyTown, b: NearbyTown) =>
  a.kilometres - b.kilometres || (a.codigo < b.codigo ? -1 : 1);

/** The states nearest to the one municipality of a query, without its own; none for other queries. */
export function statesNear(query: SalaryQuery): NearState[] {
  const requested = soleMunicipality(query);
  if (requested === null) return [];
  const stateOfQuery = stateOfCode(String(requested).slice(0, 2))?.sigla;
  const nearest = new Map<string, NearState>();
  for (const { code, uf } of allMunicipalities()) {
    if (uf === stateOfQuery) continue;
    const kilometres = kilometresBetween(requested, Number(code));
    if (kilometres === null || kilometres >= (nearest.get(uf)?.kilometres ?? Infinity)) continue;
    nearest.set(uf, { state: Number(code.slice(0, 2)), uf, kilometres });
  }
  return [...nearest.values()].toSorted((a, b) => a.kilometres - b.kilometres).slice(0, maxStates);
}

function soleMunicipality({ municipalities }: SalaryQuery): number | null {
  const [requested, ...others] = municipalities ?? [];
  return requested === undefined || others.length > 0 ? null : requested;
}
