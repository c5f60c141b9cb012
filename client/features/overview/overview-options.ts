import { queryOptions } from '@tanstack/react-query';
import { Overview } from '../../../shared/contracts/overview.ts';
import { get } from '../../lib/call.ts';

/** The dashboard's current figures; each visit fetches them again. */
export const overviewOptions = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => get('/api/admin/overview', Overview, { signal }),
  staleTime: 0,
});
