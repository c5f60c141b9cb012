import { getOptions } from './get-options.ts';
import { MonthRevisions } from '../../shared/contracts/revisions.ts';

/** How much the current release's months changed after their first declaration, and still expect to change. */
export const monthRevisionsOptions = getOptions(
  ['month-revisions'],
  '/api/integrity/revisions',
  MonthRevisions,
  { staleTime: 0 },
);
