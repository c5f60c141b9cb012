import { withRanks, type RankedSalaries } from '../../shared/statistics/percentile.ts';
import { normal, type Random } from './random.ts';

/** A state's municipalities by code, with the salaries of one occupation in centavos. */
export type PlantedTowns = ReadonlyMap<number, readonly number[]>;

/** The spread of log salaries within a municipality, and of municipalities about their state. */
export interface TownSpread {
  readonly within: number;
  readonly between: number;
}

/** The level of a municipality's log salaries. */
export const plantedLevel = (random: Random, { between }: TownSpread): number =>
  Math.log(200_000) + between * normal(random);

/** Lognormal salaries about a level. */
export const plantedSalaries = (
  random: Random,
  level: number,
  { within }: TownSpread,
  records: number,
): number[] =>
  Array.from({ length: records }, () => Math.round(Math.exp(level + within * normal(random))));

/** Salaries as the product counts them. */
export function rankedSalaries(salaries: readonly number[]): RankedSalaries {
  const counts = new Map<number, number>();
  for (const pay of salaries) counts.set(pay, (counts.get(pay) ?? 0) + 1);
  const centavos = [...counts.keys()].toSorted((a, b) => a - b);
  return withRanks({ centavos, counts: centavos.map((pay) => counts.get(pay) ?? 0) });
}
