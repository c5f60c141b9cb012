import { z } from 'zod';
import { Completeness } from './completeness.ts';
import { Figures } from './history.ts';
import { pageLength, pageNumber, seenVersion, textLine } from './people-fields.ts';
import { QuestionWords } from '../words/question-words.ts';
import { KeptFilters, OwnSalary, SearchFilters } from './search.ts';

/**
 * Searches that a user saved under a name, private or shared with the user's company. Users read their own searches and
 * those that users of their company share; only the owner of a search changes it, and a VIEWER cannot save.
 *
 *   GET    /api/saved              ?SavedQuery → 200 SavedSearch[] by name, their number in X-Total-Count
 *   POST   /api/saved              ADMIN, CLIENT CreateSaved → 201 SavedSearch; 409 name_taken, no_company,
 *                                  too_many_saved
 *   GET    /api/saved/{id}/change  → 200 SavedChange; 404 unknown_search
 *   POST   /api/saved/{id}/seen    → 200 SavedChange; later changes are counted from this moment
 *   PUT    /api/saved/{id}         ADMIN, CLIENT UpdateSaved → 200 SavedSearch; 403 not_owner, 404, 409 stale_version
 *   DELETE /api/saved/{id}         → 200 Done; 403 not_owner, 404 unknown_search
 */

export const SavedQuery = z.strictObject({
  /** Words of the name, the occupation or the filters. */
  search: z.string().max(120, 'Use até 120 caracteres na busca.').optional(),
  page: pageNumber.default(1),
  pageSize: pageLength(100).default(20),
});
export type SavedQuery = z.infer<typeof SavedQuery>;

export const longestSavedName = 120;
const savedName = textLine(longestSavedName, 'Dê um nome à pesquisa.');

/** Filters without a period select the last twelve months of the current data. */
export const CreateSaved = z.strictObject({
  name: savedName,
  filters: SearchFilters,
  /** In reais: the answer states this salary's position. */
  ownSalary: OwnSalary.optional(),
  isShared: z.boolean().default(false),
});
export type CreateSaved = z.infer<typeof CreateSaved>;

export const UpdateSaved = z.strictObject({
  name: savedName.optional(),
  isShared: z.boolean().optional(),
  version: seenVersion,
});
export type UpdateSaved = z.infer<typeof UpdateSaved>;

/** Figures and their release; null while nothing was published. */
export const FiguresOfRelease = Figures.extend({
  release: z.number().nullable(),
  /** Completeness of the counted months; absent where an earlier version of the product stored the figures. */
  completeness: Completeness.optional(),
});
export type FiguresOfRelease = z.infer<typeof FiguresOfRelease>;

export const SavedSearch = z.object({
  id: z.string(),
  name: z.string(),
  question: QuestionWords,
  /** The query's words that the name does not contain. */
  unsaid: z.array(z.string()),
  filters: KeptFilters,
  /** In reais, as saved; null for every user but its owner. */
  ownSalary: z.number().nullable(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  /** The name of the user who saved it. */
  owner: z.string(),
  /** The figures that the reader saw last, or those at saving time. */
  seen: FiguresOfRelease,
  /** Null while the reader has not opened it. */
  seenAt: z.string().nullable(),
  /** Whether the current data is of another release than `seen`. */
  hasNewData: z.boolean(),
  createdAt: z.string(),
  version: z.number(),
});
export type SavedSearch = z.infer<typeof SavedSearch>;

/** What changed between the reader's last view and the current data. */
export const SavedChange = z.object({ before: FiguresOfRelease, now: FiguresOfRelease });
export type SavedChange = z.infer<typeof SavedChange>;
