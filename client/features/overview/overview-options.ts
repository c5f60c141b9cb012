import { queryOptions } from '@tanstack/react-query';
import { Overview } from '../../../shared/contracts/overview.ts';
import { get } from '../../lib/call.ts';

/** The dashboard's figures; they are of now, so each visit asks anew. */
export const overviewOptions = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => get('/api/admin/overview', Overview, { signal }),
  staleTime: 0,
});
