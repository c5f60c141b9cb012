import type { Kysely } from 'kysely';
import type { Method, ReceiptLink, SearchFilters } from '../../shared/contracts/search.ts';
import type { Database } from '../platform/store/schema.ts';
import type { Store } from '../platform/store/store.ts';
import { type AnswerGist, keepReceipt, receiptLink } from './keep-receipt.ts';
import { receiptMemory } from './receipt-memory.ts';
import { recordSearch } from './search-history.ts';

/** An answered search and its moment. */
export interface AnsweredSearch {
  readonly userId: string;
  readonly companyId: string | null;
  readonly filters: SearchFilters;
  readonly gist: AnswerGist;
  readonly now: Date;
}

/** Stores each search under a receipt and adds it to the user's history. */
export const searchMemory = (store: Omit<Store, 'close'>) =>
  receiptMemory(store, rememberSearch, 'esta pesquisa não entrou no histórico e não tem recibo.');

async function rememberSearch(
  db: Kysely<Database>,
  { userId, companyId, filters: asked, gist, now }: AnsweredSearch,
): Promise<ReceiptLink | null> {
  const filters = withPeriod(asked, gist.method.period);
  const receiptId = await keepReceipt(db, { companyId, userId }, { filters, gist }, now);
  const release = gist.method.release?.number;
  if (receiptId === null || release === undefined) return null;
  await recordSearch(db, { userId, filters, release, receiptId }, now);
  return receiptLink(receiptId);
}

/** Sets the period explicitly: on one release, the last twelve months and the same months named are one query. */
export function withPeriod(filters: SearchFilters, period: Method['period']): SearchFilters {
  if (period === null) return filters;
  return { ...filters, periodoInicio: period.from, periodoFim: period.to };
}
