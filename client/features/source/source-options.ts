import { queryOptions } from '@tanstack/react-query';
import type { LoadFromSource, SourceCheckSettings } from '../../../shared/contracts/source.ts';
import { LoadedFromSource, SourceCheck, SourceNews } from '../../../shared/contracts/source.ts';
import { get, send } from '../../lib/call.ts';

export const sourceCheckOptions = queryOptions({
  queryKey: ['source-check'],
  queryFn: ({ signal }) => get('/api/admin/source/check', SourceCheck, { signal }),
  staleTime: 0,
});

export const putSourceCheck = (changed: Partial<SourceCheckSettings>) =>
  send('PUT', '/api/admin/source/check', SourceCheck, changed);

/** Runs only on request: listing a source can take long. */
export const sourceNewsOptions = queryOptions({
  queryKey: ['source-news'],
  queryFn: ({ signal }) => get('/api/admin/source/news', SourceNews, { signal }),
  enabled: false,
});

export const loadFromSource = (wanted: LoadFromSource) =>
  send('POST', '/api/admin/source/load', LoadedFromSource, wanted);
