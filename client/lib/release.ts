import { queryOptions, type QueryClient, useQuery } from '@tanstack/react-query';
import { ReleaseSummary } from '../../shared/contracts/release.ts';
import { formatDay } from '../../shared/words/format.ts';
import { getOptions } from './get-options.ts';
import { showNewest } from './show-newest.ts';

/** The published data: its number, its months and whether it is a demonstration. */
export const releaseOptions = getOptions(['release'], '/api/release', ReleaseSummary);

const newestEveryMs = 60_000;

/** The newest release, fetched every minute while the page is visible, only to announce newer data. */
export const newestReleaseOptions = queryOptions({
  ...releaseOptions,
  queryKey: ['newest-release'],
  refetchInterval: newestEveryMs,
  refetchOnWindowFocus: 'always',
});

/** Switches to another current release: no cached response of the previous one is shown again. */
export async function enterRelease(client: QueryClient, release: ReleaseSummary): Promise<void> {
  for (const { queryKey } of [releaseOptions, newestReleaseOptions]) {
    showNewest(client, queryKey, release);
  }
  client.removeQueries({ type: 'inactive', predicate: isOfData });
  await client.invalidateQueries({ predicate: isOfData });
}

const unaffectedKeys: readonly unknown[] = ['user', 'release', 'newest-release'];
const isOfData = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  !unaffectedKeys.includes(queryKey[0]);

/** AAAAMM, the last loaded month; null while unknown. */
export const useLatestMonth = () => useQuery(releaseOptions).data?.months.at(-1) ?? null;

/** By when the next month is expected; `today` is AAAA-MM-DD. */
export const expectedText = (
  { expectedOn }: Pick<NonNullable<ReleaseSummary['nextPublication']>, 'expectedOn'>,
  today: string,
): string =>
  expectedOn < today
    ? `era esperado até ${formatDay(expectedOn)} e ainda não foi carregado aqui`
    : `esperado até ${formatDay(expectedOn)}`;
