import { dayMs } from '../../../shared/codes/months.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { fieldsOf, filters as catalogue } from '../../../shared/filters/catalogue.ts';
import type { Period } from '../../../shared/filters/data.ts';
import { mapYielding } from '../../platform/map-yielding.ts';
import { states } from '../../../shared/codes/states.ts';
import type { Store } from '../../platform/store/store.ts';
import {
  defaultPeriod,
  estimatedRows,
  maybeQuery,
  type OccupationCounts,
} from '../query/salary-query.ts';
import { selectableMonths, type Release } from '../query/release.ts';

export interface Popularity {
  readonly store: Pick<Store, 'db'>;
  readonly release: Release;
  readonly counts: OccupationCounts;
  readonly limit: number;
  readonly now: Date;
}

/** Number of largest occupations that are also queried for each state. */
const occupationsByState = 40;

/**
 * The queries most likely for a release, in order: all of Brazil; recent searches of this installation's users; all of
 * Brazil with each choice of each filter; each occupation, the one with most records first; the largest occupations in
 * each state.
 */
export async function popularQueries(popularity: Popularity): Promise<SearchFilters[]> {
  const { counts, limit } = popularity;
  const occupations = [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([cbo]) => ({ cbo }));
  const placed = occupations
    .slice(0, occupationsByState)
    .flatMap((occupation) => states.map(({ sigla }) => ({ ...occupation, uf: sigla })));
  const likely = [...singleFilterQueries(), ...occupations, ...placed];
  const requested = await recentSearches(popularity);
  const all = await mapYielding([{}, ...requested, ...likely], (chosen) => {
    const filters = SearchFilters.parse(chosen);
    return [JSON.stringify(filters), filters] as const;
  });
  return [...new Map(all).values()];
}

/** All of Brazil with one filter, for each filter that the form offers as a list. */
export function singleFilterQueries(): Partial<SearchFilters>[] {
  const chosen = keysOf(catalogue).flatMap((name) => {
    const { form } = catalogue[name];
    if (form === null || !('options' in form.control) || form.group === 'sensitive') return [];
    const [field] = fieldsOf(name);
    return field === undefined ? [] : form.control.options.map(([value]) => ({ [field]: value }));
  });
  const placed = states.map(({ sigla }) => ({ uf: sigla }));
  return [...placed, ...chosen].filter((filters) => SearchFilters.safeParse(filters).success);
}

const lookBackDays = 30;
const maxSearches = 500;

/** The searches of the last 30 days, the most expensive first: their number times the lines that one scans. */
async function recentSearches({
  store,
  release,
  counts,
  now,
}: Popularity): Promise<SearchFilters[]> {
  const since = new Date(now.getTime() - lookBackDays * dayMs).toISOString();
  const rows = await store.db
    .selectFrom('search_history')
    .innerJoin('receipts', 'receipts.id', 'search_history.receipt_id')
    .select(['receipts.filters', 'receipts.release'])
    .select(({ fn }) => fn.countAll<number>().as('times'))
    .where('search_history.asked_at', '>=', since)
    .groupBy(['receipts.filters', 'receipts.release'])
    .orderBy('times', 'desc')
    .limit(maxSearches)
    .execute();
  const usual = await defaultPeriods(store, [...new Set(rows.map((row) => row.release))]);
  const searches = await mapYielding(rows, ({ filters: stored, release: of, times }) => {
    const filters = withoutPeriod(SearchFilters.parse(JSON.parse(stored)), usual.get(of));
    const query = maybeQuery(filters, release);
    return { filters, worth: query === undefined ? 0 : times * estimatedRows(query, counts) };
  });
  return searches
    .filter(({ worth }) => worth > 0)
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ filters }) => filters);
}

async function defaultPeriods(
  { db }: Pick<Store, 'db'>,
  releases: readonly number[],
): Promise<ReadonlyMap<number, Period | null>> {
  if (releases.length === 0) return new Map();
  const rows = await db
    .selectFrom('release_months')
    .select(['release', 'month', 'mov_lines', 'for_lines'])
    .where('release', 'in', releases)
    .orderBy('month')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ release }) => release)].map(([release, months]) => [
      release,
      defaultPeriod(selectableMonths(months)),
    ]),
  );
}

/**
 * The search history stores each search with its months. A search over the newest months then is a search over the
 * newest months now, so the default period is removed.
 */
function withoutPeriod(filters: SearchFilters, usual: Period | null | undefined) {
  const { periodoInicio, periodoFim, ...others } = filters;
  const isUsual = periodoInicio === usual?.from && periodoFim === usual?.to;
  return isUsual ? SearchFilters.parse(others) : filters;
}
