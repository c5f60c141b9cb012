import { queryOptions } from '@tanstack/react-query';
import { MonthRevisions } from '../../shared/contracts/revisions.ts';
import { get } from './call.ts';

/** How much the current release's months changed after their first declaration, and still expect to change. */
export const monthRevisionsOptions = queryOptions({
  queryKey: ['month-revisions'],
  queryFn: ({ signal }) => get('/api/integrity/revisions', MonthRevisions, { signal }),
  staleTime: 0,
});
