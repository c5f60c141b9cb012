import type { ExactDistribution } from './percentile.ts';

/** The records of several distributions together. */
export function joinedDistribution(distributions: readonly ExactDistribution[]) {
  const joined = new Map<number, number>();
  for (const { centavos, counts } of distributions)
    for (let at = 0; at < centavos.length; at++) {
      const amount = centavos[at] ?? 0;
      joined.set(amount, (joined.get(amount) ?? 0) + (counts[at] ?? 0));
    }
  const sorted = [...joined].toSorted(([one], [other]) => one - other);
  return { centavos: sorted.map(([amount]) => amount), counts: sorted.map(([, count]) => count) };
}
