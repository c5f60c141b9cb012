import { queryOptions } from '@tanstack/react-query';
import { ReleaseSummary } from '../../shared/release.ts';
import { call } from './call.ts';

/** The published data: its number, its months and whether it is a demonstration. */
export const releaseOptions = queryOptions({
  queryKey: ['release'],
  queryFn: ({ signal }) =>
    call({ method: 'GET', path: '/api/release', response: ReleaseSummary }, { signal }),
});
