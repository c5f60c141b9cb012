import type { Method, ReceiptLink, SearchFilters, SearchRequest } from '../../shared/search.ts';
import type { Store } from '../store/store.ts';
import { type AnswerGist, keepReceipt, receiptLink } from './keep-receipt.ts';
import { recordSearch } from './search-history.ts';

export interface RememberDeps {
  readonly store: Store;
  readonly clock: () => Date;
}

/** Keeps an answer under a receipt and writes the search into its asker's history. Null while nothing is published. */
export async function rememberSearch(
  { store, clock }: RememberDeps,
  userId: string,
  request: SearchRequest,
  gist: AnswerGist,
): Promise<ReceiptLink | null> {
  const filters = withPeriod(request.filters, gist.method.period);
  const answered = { filters, gist };
  const now = clock();
  return store.db.transaction().execute(async (transaction) => {
    const receiptId = await keepReceipt(transaction, answered, now);
    const release = gist.method.release?.number;
    if (receiptId === null || release === undefined) return null;
    await recordSearch(transaction, { userId, filters, release, receiptId }, now);
    return receiptLink(receiptId);
  });
}

/** On one release, the last twelve months and the same months named are one question. */
function withPeriod(filters: SearchFilters, period: Method['period']): SearchFilters {
  if (period === null) return filters;
  return { ...filters, periodoInicio: period.from, periodoFim: period.to };
}
