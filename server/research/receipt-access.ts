import type { CurrentUser } from '../../shared/contracts/identity.ts';
import type { AppDatabase } from '../platform/store/schema.ts';
import { receiptScope, unknownReceipt } from './receipt-store.ts';

/** A signed-in user, or a company's key. */
export type ReceiptReader =
  | { readonly user: Pick<CurrentUser, 'id' | 'companyId' | 'role'> }
  | { readonly companyId: string };

/**
 * Requires that the reader may open the receipt with this ID: their company's, their own, one of a query in their own
 * history, or any for an administrator. Throws `AppError` 404 for others, as for a receipt that does not exist.
 */
export async function requireReadable(
  db: AppDatabase,
  id: string,
  reader: ReceiptReader,
): Promise<void> {
  if ('user' in reader && reader.user.role === 'ADMIN') return;
  const row = await db
    .selectFrom('receipts')
    .select('owner')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(unknownReceipt);
  const scope =
    'user' in reader
      ? receiptScope({ companyId: reader.user.companyId, userId: reader.user.id })
      : receiptScope({ ...reader, userId: null });
  if (row.owner === scope) return;
  if (!('user' in reader) || !(await isInHistory(db, id, reader.user.id))) throw unknownReceipt();
}

async function isInHistory(db: AppDatabase, id: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('search_history')
    .select('id')
    .where('user_id', '=', userId)
    .where('receipt_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
