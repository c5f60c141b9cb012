import { queryOptions } from '@tanstack/react-query';
import type { OfficialFiguresImport } from '../../../shared/contracts/integrity.ts';
import { Integrity, OfficialFiguresImported } from '../../../shared/contracts/integrity.ts';
import { MonthRevisions } from '../../../shared/contracts/revisions.ts';
import { get, send } from '../../lib/call.ts';

/** MTE's figures beside ours, for the current release. */
export const integrityOptions = queryOptions({
  queryKey: ['integrity'],
  queryFn: ({ signal }) => get('/api/integrity', Integrity, { signal }),
  staleTime: 0,
});

/** How much the current release's months changed after their first declaration. */
export const monthRevisionsOptions = queryOptions({
  queryKey: ['month-revisions'],
  queryFn: ({ signal }) => get('/api/integrity/revisions', MonthRevisions, { signal }),
  staleTime: 0,
});

export const importOfficialFigures = (
  figures: OfficialFiguresImport,
): Promise<OfficialFiguresImported> =>
  send('POST', '/api/admin/official-figures', OfficialFiguresImported, figures);
