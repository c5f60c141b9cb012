import type { Kysely } from 'kysely';
import type { ReceiptLink } from '../../shared/contracts/search.ts';
import { groupedWrites } from '../platform/store/grouped-writes.ts';
import type { Database } from '../platform/store/schema.ts';
import { StoreError } from '../platform/store/store-error.ts';
import type { Store } from '../platform/store/store.ts';
import { isFullDisk } from '../platform/warehouse/disk-failures.ts';

/** What an answer says of its receipt. */
export interface Remembered {
  /** Null while nothing is published, and where it was left out. */
  readonly receipt: ReceiptLink | null;
  /** Why it was left out, for people. */
  readonly receiptNote?: string;
}

/**
 * How answers are remembered: each in a transaction, with the embedded database several in one. Where they cannot be
 * written now they are left out with a word, which ends with what is lost: the answer is there, and is worth more.
 */
export function receiptMemory<Answered>(
  { db, dialect, spareRoom }: Omit<Store, 'close'>,
  keep: (db: Kysely<Database>, answered: Answered) => Promise<ReceiptLink | null>,
  loss: string,
): (answered: Answered) => Promise<Remembered> {
  const remember =
    dialect === 'sqlite'
      ? groupedWrites(db, keep)
      : (answered: Answered) =>
          db.transaction().execute((transaction) => keep(transaction, answered));
  const leftOut = (reason: string) => ({ receipt: null, receiptNote: `${reason}: ${loss}` });
  const full = leftOut('O servidor está sem espaço em disco');
  const locked = leftOut('O banco de dados do aplicativo está ocupado');
  return async (answered) => {
    if (spareRoom?.isGiven === true) return full;
    try {
      return { receipt: await remember(answered) };
    } catch (error) {
      if (isFullDisk(error)) return full;
      if (error instanceof StoreError && error.fault === 'locked') return locked;
      throw error;
    }
  };
}
