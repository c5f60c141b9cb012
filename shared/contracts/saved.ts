import { z } from 'zod';
import { Completeness } from './completeness.ts';
import { Figures } from './history.ts';
import { pageLength, pageNumber, seenVersion, textLine } from './people-fields.ts';
import { QuestionWords } from '../words/question-words.ts';
import { KeptFilters, OwnSalary, SearchFilters } from './search.ts';

/**
 * Searches that a person saved under a name, for himself or for his company. Everyone reads his own and what his
 * company's people share; only who saved one changes it, and a VIEWER saves nothing.
 *
 *   GET    /api/saved              ?SavedQuery → 200 SavedSearch[] by name, their number in X-Total-Count
 *   POST   /api/saved              ADMIN, CLIENT CreateSaved → 201 SavedSearch; 409 name_taken, no_company,
 *                                  too_many_saved
 *   GET    /api/saved/{id}/change  → 200 SavedChange; 404 unknown_search
 *   POST   /api/saved/{id}/seen    → 200 SavedChange, and from now on it is counted from here
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

/** Filters without a period ask for the last twelve months of whatever data is current. */
export const CreateSaved = z.strictObject({
  name: savedName,
  filters: SearchFilters,
  /** In reais: where this salary stands is told with the answer. */
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

/** Figures and the release that they are of; null while nothing was published. */
export const FiguresOfRelease = Figures.extend({
  release: z.number().nullable(),
  /** Of the months that were counted; absent where an earlier version of the product stored the figures. */
  completeness: Completeness.optional(),
});
export type FiguresOfRelease = z.infer<typeof FiguresOfRelease>;

export const SavedSearch = z.object({
  id: z.string(),
  name: z.string(),
  question: QuestionWords,
  /** The question's words that the name does not say. */
  unsaid: z.array(z.string()),
  filters: KeptFilters,
  /** In reais, as saved; null to everyone but its owner. */
  ownSalary: z.number().nullable(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  /** Who saved it. */
  owner: z.string(),
  /** What the reader saw last, or what was there when it was saved. */
  seen: FiguresOfRelease,
  /** Null while the reader has not opened it. */
  seenAt: z.string().nullable(),
  /** The current data is of another release than what was seen. */
  hasNewData: z.boolean(),
  createdAt: z.string(),
  version: z.number(),
});
export type SavedSearch = z.infer<typeof SavedSearch>;

/** What changed between what the reader saw last and the current data. */
export const SavedChange = z.object({ before: FiguresOfRelease, now: FiguresOfRelease });
export type SavedChange = z.infer<typeof SavedChange>;
