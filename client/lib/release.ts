import { queryOptions } from '@tanstack/react-query';
import { ReleaseSummary } from '../../shared/contracts/release.ts';
import { get } from './call.ts';

/** The published data: its number, its months and whether it is a demonstration. */
export const releaseOptions = queryOptions({
  queryKey: ['release'],
  queryFn: ({ signal }) => get('/api/release', ReleaseSummary, { signal }),
});

const newestEveryMs = 60_000;

/**
 * The same, refetched every minute while the page is visible: it only announces newer data, and no figure on the screen
 * changes.
 */
export const newestReleaseOptions = queryOptions({
  ...releaseOptions,
  queryKey: ['newest-release'],
  refetchInterval: newestEveryMs,
  refetchOnWindowFocus: 'always',
});
