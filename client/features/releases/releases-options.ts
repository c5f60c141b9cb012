import type { RestoreRelease } from '../../../shared/contracts/release.ts';
import { ReleasesPage, ReleaseSummary } from '../../../shared/contracts/release.ts';
import { get, send } from '../../lib/call.ts';
import { pagedList } from '../../lib/paged-list.ts';

export const releasesOptions = (page: number) =>
  pagedList({ key: ['releases'], page }, async (request) => {
    const { releases, total } = await get('/api/releases', ReleasesPage, request);
    return { rows: releases, total };
  });

export const restoreRelease = ({ number, ...body }: RestoreRelease & { number: number }) =>
  send('POST', `/api/releases/${number}/restore`, ReleaseSummary, body);
