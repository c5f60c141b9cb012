import { queryOptions } from '@tanstack/react-query';
import { MyCompany } from '../../../shared/contracts/companies.ts';
import { get } from '../../lib/call.ts';
import { failsQuietly } from '../../lib/reference-options.ts';

/** The signed-in user's company and its sector. */
export const myCompanyOptions = queryOptions({
  queryKey: ['my-company'],
  queryFn: ({ signal }) => get('/api/my-company', MyCompany, { signal }),
  meta: failsQuietly,
});
