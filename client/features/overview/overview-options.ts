import { queryOptions } from '@tanstack/react-query';
import { Overview } from '../../../shared/contracts/overview.ts';
import { call } from '../../lib/call.ts';

/** The dashboard's figures; they are of now, so each visit asks anew. */
export const overviewOptions = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) =>
    call({ method: 'GET', path: '/api/admin/overview', response: Overview }, { signal }),
  staleTime: 0,
});
