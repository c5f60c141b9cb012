import { maxCompared, SearchRequest, type SearchFilters } from '../../shared/contracts/search.ts';
import { storedText, storeText } from './browser-storage.ts';
import { readSearchLink, writeSearchLink } from './search-url.ts';
import { parseUrlState, stringifyUrlState, type UrlState } from './url-state.ts';

export type ComparisonLink = {
  selections: readonly SearchFilters[];
  /** The release to query; undefined for the current one. */
  release?: number;
  /** The parts of the link that are not valid. */
  rejected: readonly string[];
};

export const maxSelections = 1 + maxCompared;

/** Reads `/compare?s=…&s=…`: each `s` is the address of a search. */
export function readComparisonLink(state: UrlState): ComparisonLink {
  const read = [state['s'] ?? []].flat().map((text) => readSearchLink(parseUrlState(text)));
  const release = SearchRequest.shape.release.safeParse(state['release']);
  const requested = read.filter(({ isRequested }) => isRequested);
  return {
    selections: requested.slice(0, maxSelections).map(({ filters }) => filters),
    ...(release.data !== undefined && { release: release.data }),
    rejected: [
      ...read.flatMap(({ rejected }) => rejected),
      ...(release.success ? [] : [`release=${[state['release']].flat().join(',')}`]),
      // Earlier versions wrote names for the selections here.
      ...(state['nome'] === undefined ? [] : ['nomes das seleções']),
      ...(requested.length > maxSelections ? [`mais de ${maxSelections} seleções`] : []),
    ],
  };
}

export const writeComparisonLink = (
  selections: readonly SearchFilters[],
  release: number | undefined,
): UrlState => ({ s: selections.map(linkTextOf), release: release?.toString() });

const linkTextOf = (filters: SearchFilters) => stringifyUrlState(writeSearchLink(filters)).slice(1);

/** Whether two searches have the same address, apart from the region of a state, which not every screen sets. */
export const isSameSearch = (one: SearchFilters, other: SearchFilters): boolean =>
  linkTextOf(withoutRegionOfState(one)) === linkTextOf(withoutRegionOfState(other));

const withoutRegionOfState = (filters: SearchFilters): SearchFilters =>
  filters.uf === undefined ? filters : { ...filters, regiao: undefined };

/** A separate key for each user, so that a user never sees another's comparison in the same window. */
const storageName = (owner: string) => `comparison-${owner}`;

/** The user's comparison in this window, so that other screens can add to it. */
export function loadComparison(owner: string): ComparisonLink {
  const stored = storedText('sessionStorage', storageName(owner)) ?? '';
  return readComparisonLink(parseUrlState(stored));
}

export function keepComparison(owner: string, { selections, release }: ComparisonLink): void {
  const text = stringifyUrlState(writeComparisonLink(selections, release));
  storeText('sessionStorage', storageName(owner), text);
}
