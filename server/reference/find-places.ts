import type { PlaceItem } from '../../shared/contracts/reference.ts';
import { plainText } from '../../shared/words/format.ts';
import { knownPlaces, type KnownPlace } from './known-places.ts';

/**
 * Regions, states, municipalities and regions of IBGE whose names begin with a text, ignoring accents and case, then
 * those with a later word that begins with it. In each, wider places come first, but a municipality before the regions
 * of IBGE that have its name, and shorter names of municipalities before longer ones. A state is also found by its
 * abbreviation.
 */
export function findPlaces(text: string, limit: number): PlaceItem[] {
  const plainQuery = plainText(text);
  if (plainQuery === '') return [];
  const begins: PlaceItem[] = [];
  const holds: PlaceItem[] = [];
  for (const { plain, kind, item } of allPlaces()) {
    const isSigla = kind === 'state' && item.uf?.toLowerCase() === plainQuery;
    if (isSigla || plain.startsWith(plainQuery)) begins.push(item);
    else if (plain.includes(` ${plainQuery}`)) holds.push(item);
  }
  return [...begins, ...holds].slice(0, limit);
}

let places: ReturnType<typeof listed> | undefined;
const allPlaces = () => (places ??= listed());

/** Regions of IBGE come last: a municipality has the name of the regions around it. */
const kinds = ['region', 'state', 'city', 'immediate', 'intermediate'] as const;

function listed() {
  const byKind = Map.groupBy(
    knownPlaces().map((place) => ({ ...place, plain: plainText(place.name) })),
    ({ kind }) => kind,
  );
  return kinds.flatMap((kind) => {
    const own = byKind.get(kind) ?? [];
    return kind === 'city' ? own.toSorted(byLength) : own;
  });
}

const byLength = (a: KnownPlace, b: KnownPlace) =>
  a.name.length - b.name.length || (a.name < b.name ? -1 : 1);
