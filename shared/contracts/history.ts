import { z } from 'zod';
import {
  hasUnseenCharacters,
  pageLength,
  pageNumber,
  seenVersion,
  unseenCharactersSentence,
} from './people-fields.ts';
import { Completeness } from './completeness.ts';
import { QuestionWords } from '../words/question-words.ts';
import { ReceiptLink, KeptFilters } from './search.ts';

/**
 * A user's own search history, newest first. The server records the first page of each search, once per query and
 * release; repeating a query moves its entry to the top.
 *
 *   GET    /api/history       ?HistoryQuery → 200 HistoryEntry[], their number in X-Total-Count
 *   PUT    /api/history/{id}  NameHistoryEntry → 200 HistoryEntry; 404 unknown_search, 409 stale_version
 *   DELETE /api/history/{id}  → 200 Done; 404 unknown_search
 *   DELETE /api/history       → 200 Done
 */

export const HistoryQuery = z.strictObject({
  /** Words of the name, the occupation or the filters. */
  search: z.string().max(120, 'Use até 120 caracteres na busca.').optional(),
  page: pageNumber.default(1),
  pageSize: pageLength(100).default(20),
});
export type HistoryQuery = z.infer<typeof HistoryQuery>;

export const NameHistoryEntry = z.strictObject({
  /** An empty name removes the name. */
  name: z
    .string('Informe o nome.')
    .trim()
    .max(120, 'Use até 120 caracteres no nome.')
    .refine((text) => !hasUnseenCharacters(text), unseenCharactersSentence),
  version: seenVersion,
});
export type NameHistoryEntry = z.infer<typeof NameHistoryEntry>;

/**
 * Reais; the median is null where no record was counted. Lists show several queries side by side, and two means with
 * their counts would reveal small groups: they have no mean.
 */
export const Figures = z.object({
  count: z.number(),
  median: z.number().nullable(),
});
export type Figures = z.infer<typeof Figures>;

export const HistoryEntry = z.object({
  id: z.string(),
  name: z.string().nullable(),
  question: QuestionWords,
  filters: KeptFilters,
  release: z.object({
    number: z.number(),
    isCurrent: z.boolean(),
    /** Whether the release's data is still stored, so that it can be queried. */
    isKept: z.boolean(),
  }),
  figures: Figures,
  /** Completeness of the counted months. */
  completeness: Completeness,
  askedAt: z.string(),
  receipt: ReceiptLink,
  version: z.number(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
