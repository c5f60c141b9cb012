import { fieldNames, listItems } from '../../shared/filters/catalogue.ts';
import { SearchFilters, SearchRequest } from '../../shared/contracts/search.ts';
import type { UrlState } from './url-state.ts';

/** A search in a link: the names and values of the payload. */
export type SearchLink = {
  filters: SearchFilters;
  /** The release to query; undefined for the current one. */
  release?: number;
  /** Whether the link contains a query. */
  isRequested: boolean;
  /** The link's invalid filter values, as "name=value". */
  rejected: string[];
};

const defaults = SearchFilters.parse({});

/** Reads a link value by value: an invalid value is left out and reported, the others are used. */
export function readSearchLink(state: UrlState): SearchLink {
  const rejected: string[] = [];
  const accepted: Record<string, unknown> = {};
  let isRequested = false;
  for (const name of fieldNames) {
    const given = state[name];
    if (given === undefined || given === '') continue;
    const readItem = listItems.get(name);
    const value = readItem === undefined ? given : [given].flat().map(readItem);
    if (SearchFilters.shape[name].safeParse(value).success) {
      accepted[name] = value;
      isRequested = true;
    } else {
      rejected.push(`${name}=${[given].flat().join(',')}`);
    }
  }
  const release = SearchRequest.shape.release.safeParse(state['release']);
  if (!release.success) rejected.push(`release=${[state['release']].flat().join(',')}`);
  return {
    filters: SearchFilters.parse(accepted),
    ...(release.data !== undefined && { release: release.data }),
    isRequested,
    rejected,
  };
}

/** The link of a search. Defaults are left out; the period is not, so that the link keeps its answer. */
export function writeSearchLink(filters: SearchFilters, release?: number): UrlState {
  const state: UrlState = {};
  for (const name of fieldNames) {
    const value = filters[name];
    if (value === undefined || value === defaults[name]) continue;
    state[name] = Array.isArray(value) ? value : String(value);
  }
  if (release !== undefined) state['release'] = String(release);
  return state;
}
