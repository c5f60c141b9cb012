import { queryOptions } from '@tanstack/react-query';
import { MarketNames } from '../../../../shared/contracts/market.ts';
import { get } from '../../../lib/call.ts';
import { keptPayroll } from '../../../lib/kept-payroll.ts';
import { canSeal } from './seal-roll.ts';

/** The names of jobs and places. They are the same for all users, and large, so only this screen fetches them. */
export const marketNamesOptions = queryOptions({
  queryKey: ['market-names'],
  queryFn: ({ signal }) => get('/api/market/names', MarketNames, { signal }),
  staleTime: Infinity,
});

/** The payroll that this user stored in this browser; null if there is none, or if the browser cannot encrypt. */
export const keptRollOptions = (owner: string) =>
  queryOptions({
    queryKey: ['kept-payroll', owner],
    queryFn: () => (canSeal() ? keptPayroll(owner).catch(() => null) : null),
    networkMode: 'always',
    gcTime: 0,
  });
