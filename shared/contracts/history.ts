import { z } from 'zod';
import { maybeEmptyLine, pageQuery, searchWords, seenVersion, textLine } from './people-fields.ts';
import { Completeness } from './completeness.ts';
import { QueryWords } from '../words/query-words.ts';
import { ReceiptLink, StoredFilters, OwnSalary, SearchFilters } from './search.ts';

/**
 * A user's own search history, newest first. The server records the first page of each search, once per query and
 * release; repeating a query moves its entry to the top.
 */

/** A page of the history, or of the saved searches. */
export const HistoryQuery = z.strictObject({
  /** Words of the name, the occupation or the filters. */
  search: searchWords.optional(),
  ...pageQuery(100, 20),
});
export type HistoryQuery = z.infer<typeof HistoryQuery>;

export const NameHistoryEntry = z.strictObject({
  /** An empty name removes the name. */
  name: maybeEmptyLine(120, 'Informe o nome.'),
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
  query: QueryWords,
  filters: StoredFilters,
  /** False once the text that the user typed is removed: without it, the query is another one. */
  isRepeatable: z.boolean(),
  release: z.object({
    number: z.number(),
    isCurrent: z.boolean(),
    /** Whether the release's data is still stored, so that it can be queried. */
    isKept: z.boolean(),
    /** Demonstration data: its figures stay in the history after real data replaced it. */
    isSynthetic: z.boolean(),
  }),
  figures: Figures,
  completeness: Completeness,
  searchedAt: z.string(),
  receipt: ReceiptLink,
  version: z.number(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/**
 * Searches that a user saved under a name, private or shared with the user's company. Users read their own searches and
 * those that users of their company share; only the owner of a search changes it, and a VIEWER cannot save. Once it is
 * seen, later changes are counted from that moment.
 */

export const maxSavedNameLength = 120;
const savedName = textLine(maxSavedNameLength, 'Dê um nome à pesquisa.');

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
  /** Demonstration data, which is not compared with real data. */
  isSynthetic: z.boolean().optional(),
  /** Completeness of the counted months. Both are absent where an earlier version of the product stored the figures. */
  completeness: Completeness.optional(),
});
export type FiguresOfRelease = z.infer<typeof FiguresOfRelease>;

export const SavedSearch = z.object({
  id: z.string(),
  name: z.string(),
  query: QueryWords,
  /** The query's words that the name does not contain. */
  notInName: z.array(z.string()),
  filters: StoredFilters,
  /** In reais, as saved; null for every user but its owner. */
  ownSalary: z.number().nullable(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  owner: z.string(),
  /** The figures that the reader saw last, or those at saving time. */
  seen: FiguresOfRelease,
  /** Whether the current data is of another release than `seen`. */
  hasNewData: z.boolean(),
  /** Whether the reader is notified by mail when its salaries change. */
  isFollowed: z.boolean(),
  version: z.number(),
});
export type SavedSearch = z.infer<typeof SavedSearch>;

/** What changed between the reader's last view and the current data. */
export const SavedChange = z.object({ before: FiguresOfRelease, now: FiguresOfRelease });
export type SavedChange = z.infer<typeof SavedChange>;
