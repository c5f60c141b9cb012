import type { GroupFigures } from '../../../shared/contracts/panels.ts';
import { fewestForConfidence } from '../../../shared/statistics/sample-size.ts';

type Unranked = GroupFigures & { readonly codigo: string };

/**
 * Places in order: those with records enough for a rank, the highest median first, equal medians sharing one; then the
 * others, without rank, those with most records first.
 */
export function rankedPlaces<Place extends Unranked>(
  places: readonly Place[],
): (Place & { rank: number | null })[] {
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

/** The median that a place is ranked by; null with too few records, or where it is withheld. */
const medianOf = ({ count, median }: Unranked) => (count < fewestForConfidence ? null : median);
