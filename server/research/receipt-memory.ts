import type { Kysely } from 'kysely';
import type { ReceiptLink } from '../../shared/contracts/search.ts';
import { groupedWrites } from '../platform/store/grouped-writes.ts';
import type { Database } from '../platform/store/schema.ts';
import { StoreError } from '../platform/store/store-error.ts';
import type { Store } from '../platform/store/store.ts';
import { isFullDisk } from '../platform/warehouse/disk-failures.ts';

/** The part of a response that refers to its receipt. */
export interface Remembered {
  /** Null if nothing is published or the receipt could not be stored. */
  readonly receipt: ReceiptLink | null;
  /** Why the receipt was not stored, for users. */
  readonly receiptNote?: string;
}

/**
 * Returns a function that stores responses under receipts, each in a transaction; the embedded database groups several
 * in one. If the disk is full or the database is locked, the response goes out without a receipt and with a note that
 * ends with `loss`.
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
