import type { SalaryQuery } from '../../query/salary-query.ts';
import type { KnownTogether } from '../suppression/suppressed-cells.ts';

/** The country, a state or a municipality among the regional panel's places. */
export type PlaceKey = 'country' | `state ${number}` | `municipality ${number}`;

export const everywhere = 'country';
export const stateKey = (code: number): PlaceKey => `state ${code}`;
export const municipalityKey = (code: number): PlaceKey => `municipality ${code}`;

interface Places {
  readonly states: readonly number[];
  /** The municipalities of the state whose municipalities are shown. */
  readonly municipalities: readonly number[];
}

/**
 * Known sums of places: states add up to the country, a state's municipalities to the state, and the requested places
 * to the response itself, which reveals the sum of the other places.
 */
export function knownPlaces(
  query: SalaryQuery,
  shownState: number | null,
  { states, municipalities }: Places,
): KnownTogether<PlaceKey>[] {
  const country: PlaceKey[] = [everywhere, ...states.map(stateKey)];
  const requestedStates = states.filter((code) => isRequestedState(query, code)).map(stateKey);
  const known: KnownTogether<PlaceKey>[] = [new Set(country)];
  if (query.municipalities === null)
    known.push(...splitBy(country, requestedPlaces(query, requestedStates)));
  if (shownState !== null) {
    const state = [stateKey(shownState), ...municipalities.map(municipalityKey)];
    known.push(new Set(state));
    if (query.municipalities !== null)
      known.push(...splitBy(state, query.municipalities.map(municipalityKey)));
  }
  return known;
}

const requestedPlaces = (
  { region, uf }: SalaryQuery,
  states: readonly PlaceKey[],
): readonly PlaceKey[] => (region === null && uf === null ? [everywhere] : states);

/** IBGE's code of a state begins with its region's. */
const isRequestedState = ({ region, uf }: SalaryQuery, code: number) =>
  (uf === null || uf === code) && (region === null || Math.floor(code / 10) === region);

/** The requested places, whose sum is the response, and the other places of the same sum. */
function splitBy(
  together: readonly PlaceKey[],
  requested: readonly PlaceKey[],
): KnownTogether<PlaceKey>[] {
  const isRequested = new Set(requested);
  return [isRequested, new Set(together.filter((key) => !isRequested.has(key)))];
}
