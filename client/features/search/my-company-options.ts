import { queryOptions } from '@tanstack/react-query';
import { MyCompany } from '../../../shared/contracts/companies.ts';
import { call } from '../../lib/call.ts';
import { failsQuietly } from '../../lib/reference-options.ts';

/** The signed-in person's company and its sector. */
export const myCompanyOptions = queryOptions({
  queryKey: ['my-company'],
  queryFn: ({ signal }) =>
    call({ method: 'GET', path: '/api/my-company', response: MyCompany }, { signal }),
  meta: failsQuietly,
});
