import type { ReceiptHead } from '../../shared/contracts/receipts.ts';
import { AppError } from '../platform/errors.ts';
import type { Store } from '../platform/store/store.ts';
import { receiptLink } from './keep-receipt.ts';
import { receiptFiles } from './receipt-files.ts';

/** A receipt of any kind with its release, as stored. Throws `AppError` 404 for an unknown receipt. */
export async function storedReceipt({ db }: Pick<Store, 'db'>, id: string) {
  const row = await db
    .selectFrom('receipts')
    .innerJoin('releases', 'releases.number', 'receipts.release')
    .leftJoin('current_release', 'current_release.release', 'receipts.release')
    .selectAll('receipts')
    .select([
      'releases.published_at',
      'releases.is_synthetic',
      'releases.removed_at',
      'current_release.release as current',
    ])
    .where('receipts.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('unknown_receipt', 404, 'Este recibo não existe.');
  return row;
}
export type StoredReceipt = Awaited<ReturnType<typeof storedReceipt>>;

/** The parts that every kind of receipt has, except the query. */
export async function receiptHead(
  { db }: Pick<Store, 'db'>,
  row: Omit<StoredReceipt, 'filters' | 'method' | 'statistics'>,
): Promise<Omit<ReceiptHead, 'question'>> {
  return {
    ...receiptLink(row.id),
    createdAt: row.created_at,
    version: row.version,
    release: {
      number: row.release,
      publishedAt: row.published_at,
      isSynthetic: row.is_synthetic === 1,
      isCurrent: row.current !== null,
      isKept: row.removed_at === null,
    },
    files: await receiptFiles(db, row.release),
  };
}
