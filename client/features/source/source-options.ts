import { queryOptions } from '@tanstack/react-query';
import { LoadLimits } from '../../../shared/contracts/comparison.ts';
import {
  LoadedFromSource,
  LoadFromSource,
  SourceCheck,
  SourceCheckSettings,
  SourceNews,
} from '../../../shared/contracts/source.ts';
import { call } from '../../lib/call.ts';

export const sourceCheckOptions = queryOptions({
  queryKey: ['source-check'],
  queryFn: ({ signal }) =>
    call({ method: 'GET', path: '/api/admin/source/check', response: SourceCheck }, { signal }),
  staleTime: 0,
});

export const putSourceCheck = (settings: SourceCheckSettings) =>
  call(
    {
      method: 'PUT',
      path: '/api/admin/source/check',
      response: SourceCheck,
      body: SourceCheckSettings,
    },
    { body: settings },
  );

/** Asked when somebody asks: listing a source can take long. */
export const sourceNewsOptions = queryOptions({
  queryKey: ['source-news'],
  queryFn: ({ signal }) =>
    call({ method: 'GET', path: '/api/admin/source/news', response: SourceNews }, { signal }),
  enabled: false,
});

export const loadFromSource = (wanted: LoadFromSource) =>
  call(
    {
      method: 'POST',
      path: '/api/admin/source/load',
      response: LoadedFromSource,
      body: LoadFromSource,
    },
    { body: wanted },
  );

export const loadLimitsOptions = queryOptions({
  queryKey: ['load-limits'],
  queryFn: ({ signal }) =>
    call({ method: 'GET', path: '/api/admin/load-limits', response: LoadLimits }, { signal }),
});

export const putLoadLimits = (limits: LoadLimits) =>
  call(
    { method: 'PUT', path: '/api/admin/load-limits', response: LoadLimits, body: LoadLimits },
    { body: limits },
  );
