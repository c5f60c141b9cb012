import { queryOptions } from '@tanstack/react-query';
import { MarketNames } from '../../../shared/contracts/market.ts';
import { get } from '../../lib/call.ts';
import { keptPayroll } from '../../lib/kept-payroll.ts';
import { canSeal } from './seal-roll.ts';

/** What jobs and places are called: the same for everybody, and large, so that it is asked on this screen only. */
export const marketNamesOptions = queryOptions({
  queryKey: ['market-names'],
  queryFn: ({ signal }) => get('/api/market/names', MarketNames, { signal }),
  staleTime: Infinity,
});

/** What this person kept in this browser; null where there is nothing, or nothing can be kept. */
export const keptRollOptions = (owner: string) =>
  queryOptions({
    queryKey: ['kept-payroll', owner],
    queryFn: () => (canSeal() ? keptPayroll(owner).catch(() => null) : null),
    networkMode: 'always',
    gcTime: 0,
  });
