import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RestoreRelease } from '../../../shared/contracts/release.ts';
import { ReleasesPage, ReleaseSummary } from '../../../shared/contracts/release.ts';
import { get, send } from '../../lib/call.ts';
import { listPageSize } from '../../lib/list-url.ts';

export const releasesOptions = (page: number) =>
  queryOptions({
    queryKey: ['releases', page],
    queryFn: async ({ signal }) => {
      const { releases, total } = await get('/api/releases', ReleasesPage, {
        query: { page: String(page), pageSize: String(listPageSize) },
        signal,
      });
      return { rows: releases, total };
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const restoreRelease = ({ number, ...body }: RestoreRelease & { number: number }) =>
  send('POST', `/api/releases/${number}/restore`, ReleaseSummary, body);
