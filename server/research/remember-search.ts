import type { Kysely } from 'kysely';
import type { Method, ReceiptLink, SearchFilters } from '../../shared/search.ts';
import { groupedWrites } from '../store/grouped-writes.ts';
import type { Database } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { type AnswerGist, keepReceipt, receiptLink } from './keep-receipt.ts';
import { recordSearch } from './search-history.ts';

/** A search that was answered at a moment. */
export interface AnsweredSearch {
  readonly userId: string;
  readonly filters: SearchFilters;
  readonly gist: AnswerGist;
  readonly now: Date;
}

/** Keeps an answer under a receipt and writes the search into its asker's history. Null while nothing is published. */
export type RememberSearch = (search: AnsweredSearch) => Promise<ReceiptLink | null>;

/** How searches are remembered: each in a transaction, with the embedded database several in one. */
export function searchMemory({ db, dialect }: Pick<Store, 'db' | 'dialect'>): RememberSearch {
  if (dialect === 'sqlite') return groupedWrites(db, rememberSearch);
  return (search) => db.transaction().execute((transaction) => rememberSearch(transaction, search));
}

async function rememberSearch(
  db: Kysely<Database>,
  { userId, filters: asked, gist, now }: AnsweredSearch,
): Promise<ReceiptLink | null> {
  const filters = withPeriod(asked, gist.method.period);
  const receiptId = await keepReceipt(db, { filters, gist }, now);
  const release = gist.method.release?.number;
  if (receiptId === null || release === undefined) return null;
  await recordSearch(db, { userId, filters, release, receiptId }, now);
  return receiptLink(receiptId);
}

/** On one release, the last twelve months and the same months named are one question. */
function withPeriod(filters: SearchFilters, period: Method['period']): SearchFilters {
  if (period === null) return filters;
  return { ...filters, periodoInicio: period.from, periodoFim: period.to };
}
