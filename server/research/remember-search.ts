import type { Kysely } from 'kysely';
import type { Method, ReceiptLink, SearchFilters } from '../../shared/contracts/search.ts';
import { groupedWrites } from '../platform/store/grouped-writes.ts';
import type { Database } from '../platform/store/schema.ts';
import { StoreError } from '../platform/store/store-error.ts';
import type { Store } from '../platform/store/store.ts';
import { isFullDisk } from '../platform/warehouse/disk-failures.ts';
import { type AnswerGist, keepReceipt, receiptLink } from './keep-receipt.ts';
import { recordSearch } from './search-history.ts';

/** A search that was answered at a moment. */
export interface AnsweredSearch {
  readonly userId: string;
  readonly filters: SearchFilters;
  readonly gist: AnswerGist;
  readonly now: Date;
}

/** What an answer says of its receipt. */
export interface Remembered {
  /** Null while nothing is published, and where it was left out. */
  readonly receipt: ReceiptLink | null;
  /** Why it was left out, for people. */
  readonly receiptNote?: string;
}

/** Keeps an answer under a receipt and writes the search into its asker's history. */
export type RememberSearch = (search: AnsweredSearch) => Promise<Remembered>;

/**
 * How searches are remembered: each in a transaction, with the embedded database several in one. Where they cannot be
 * written now they are left out with a word: the answer is there, and is worth more.
 */
export function searchMemory(store: Omit<Store, 'close'>): RememberSearch {
  const { db, dialect, spareRoom } = store;
  const remember =
    dialect === 'sqlite'
      ? groupedWrites(db, rememberSearch)
      : (search: AnsweredSearch) =>
          db.transaction().execute((transaction) => rememberSearch(transaction, search));
  return async (search) => {
    if (spareRoom?.isGiven === true) return leftOut.full;
    try {
      return { receipt: await remember(search) };
    } catch (error) {
      if (isFullDisk(error)) return leftOut.full;
      if (error instanceof StoreError && error.fault === 'locked') return leftOut.locked;
      throw error;
    }
  };
}

const leftOut = {
  full: {
    receipt: null,
    receiptNote:
      'O servidor está sem espaço em disco: esta pesquisa não entrou no histórico e não tem recibo.',
  },
  locked: {
    receipt: null,
    receiptNote:
      'O banco de dados do aplicativo está ocupado: esta pesquisa não entrou no histórico e não tem recibo.',
  },
} as const satisfies Record<string, Remembered>;

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
export function withPeriod(filters: SearchFilters, period: Method['period']): SearchFilters {
  if (period === null) return filters;
  return { ...filters, periodoInicio: period.from, periodoFim: period.to };
}
