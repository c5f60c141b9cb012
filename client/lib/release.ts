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
 * The same, asked again every minute while the page is in sight: it tells of newer data, and nothing on the screen
 * changes by itself.
 */
export const newestReleaseOptions = queryOptions({
  ...releaseOptions,
  queryKey: ['newest-release'],
  refetchInterval: newestEveryMs,
  refetchOnWindowFocus: 'always',
});
