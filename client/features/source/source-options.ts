import type { LoadFromSource, SourceCheckSettings } from '../../../shared/contracts/source.ts';
import { LoadedFromSource, SourceCheck, SourceNews } from '../../../shared/contracts/source.ts';
import { getOptions } from '../../lib/get-options.ts';
import { send } from '../../lib/call.ts';

export const sourceCheckOptions = getOptions(
  ['source-check'],
  '/api/admin/source/check',
  SourceCheck,
  { staleTime: 0 },
);

export const putSourceCheck = (changed: Partial<SourceCheckSettings>) =>
  send('PUT', '/api/admin/source/check', SourceCheck, changed);

/** Runs only on request: listing a source can take long. */
export const sourceNewsOptions = getOptions(['source-news'], '/api/admin/source/news', SourceNews, {
  enabled: false,
});

export const loadFromSource = (wanted: LoadFromSource) =>
  send('POST', '/api/admin/source/load', LoadedFromSource, wanted);
