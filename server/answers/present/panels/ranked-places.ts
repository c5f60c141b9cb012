import type { GroupFigures } from '../../../../shared/contracts/panels.ts';
import { areEnough } from '../../../../shared/statistics/interval-difference.ts';

type Unranked = GroupFigures & { readonly codigo: string };

/**
 * Places in order. First those with enough effective records for a rank, the highest median first; equal medians share
 * a rank. Then the others, without a rank, those with most records first. No place has a rank if the data are
 * incomplete.
 */
export function rankedPlaces<Place extends Unranked>(
  places: readonly Place[],
  { isComparable, designEffect }: { isComparable: boolean; designEffect: number },
): (Place & { rank: number | null })[] {
  /** The median that a place is ranked by; null with too few records, or where it is suppressed. */
  const medianOf = ({ count, median }: Unranked) =>
    isComparable && areEnough(count, designEffect) ? median : null;
  const sorted = places.toSorted(
    (a, b) =>
      (medianOf(b) ?? -1) - (medianOf(a) ?? -1) ||
      b.count - a.count ||
      (a.codigo < b.codigo ? -1 : 1),
  );
  return sorted.map((place) => ({
    ...place,
    rank:
      medianOf(place) === null
        ? null
        : sorted.findIndex((other) => medianOf(other) === place.median) + 1,
  }));
}
