import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  ReleaseRetention,
  ReleasesPage,
  ReleaseSummary,
  RestoreRelease,
} from '../../../shared/contracts/release.ts';
import { call } from '../../lib/call.ts';

export const releasesPageSize = 20;

export const releasesOptions = (page: number) =>
  queryOptions({
    queryKey: ['releases', page],
    queryFn: async ({ signal }) => {
      const { releases, total } = await call(
        { method: 'GET', path: '/api/releases', response: ReleasesPage },
        { query: { page: String(page), pageSize: String(releasesPageSize) }, signal },
      );
      return { rows: releases, total };
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const restoreRelease = ({ number, ...body }: RestoreRelease & { number: number }) =>
  call(
    {
      method: 'POST',
      path: `/api/releases/${number}/restore`,
      response: ReleaseSummary,
      body: RestoreRelease,
    },
    { body },
  );

export const retentionOptions = queryOptions({
  queryKey: ['release-retention'],
  queryFn: ({ signal }) =>
    call(
      { method: 'GET', path: '/api/admin/release-retention', response: ReleaseRetention },
      { signal },
    ),
});

export const putRetention = (retention: ReleaseRetention) =>
  call(
    {
      method: 'PUT',
      path: '/api/admin/release-retention',
      response: ReleaseRetention,
      body: ReleaseRetention,
    },
    { body: retention },
  );
