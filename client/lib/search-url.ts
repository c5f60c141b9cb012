import { SearchFilters, SearchRequest } from '../../shared/search.ts';
import type { UrlState } from './url-state.ts';

/** A search as a link carries it: the payload's own names and values. */
export type SearchLink = {
  filters: SearchFilters;
  /** The release to answer on; undefined asks the current one. */
  release?: number;
  /** Whether the link asks anything at all. */
  isAsked: boolean;
  /** What stands in the link and is no filter value, as "name=value". */
  rejected: string[];
};

const defaults = SearchFilters.parse({});
const filterNames = SearchFilters.keyof().options;
const listNames = new Set<string>(['cbos', 'municipios', 'cnaes']);

/** Reads a link, value by value: one that is wrong is left out and reported, the others stay. */
export function readSearchLink(state: UrlState): SearchLink {
  const rejected: string[] = [];
  const accepted: Record<string, unknown> = {};
  let isAsked = false;
  for (const name of filterNames) {
    const given = state[name];
    if (given === undefined || given === '') continue;
    const value = listNames.has(name) ? [given].flat().map((item) => itemOf(name, item)) : given;
    if (SearchFilters.shape[name].safeParse(value).success) {
      accepted[name] = value;
      isAsked = true;
    } else {
      rejected.push(`${name}=${[given].flat().join(',')}`);
    }
  }
  const release = SearchRequest.shape.release.safeParse(state['release']);
  if (!release.success) rejected.push(`release=${[state['release']].flat().join(',')}`);
  return {
    filters: SearchFilters.parse(accepted),
    ...(release.data !== undefined && { release: release.data }),
    isAsked,
    rejected,
  };
}

/** An item of a list; a municipality as the form has it: IBGE's seventh digit only checks the six before it. */
function itemOf(name: string, given: string): string {
  return name === 'municipios' && /^\d{7}$/.test(given) ? given.slice(0, 6) : given;
}

/** The link of a search. Defaults are left out; the period is not, so that the link keeps its answer. */
export function writeSearchLink(filters: SearchFilters, release?: number): UrlState {
  const state: UrlState = {};
  for (const name of filterNames) {
    const value = filters[name];
    if (value === undefined || value === defaults[name]) continue;
    if (Array.isArray(value)) {
      if (value.length > 0) state[name] = value;
    } else {
      state[name] = String(value);
    }
  }
  if (release !== undefined) state['release'] = String(release);
  return state;
}
