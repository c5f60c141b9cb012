import type { Receipt, ReceiptCheck } from '../../shared/contracts/receipts.ts';
import type { Asker } from '../answers/serving/answer-service.ts';
import {
  checkEqualityReceipt,
  readEqualityReceipt,
  type EqualityCheckDeps,
} from './equality-receipts.ts';
import { checkSearchReceipt, readSearchReceipt, type ReceiptsDeps } from './search-receipts.ts';
import { storedReceipt } from './stored-receipt.ts';

/** Timeout for recomputing a search, which the engine does concurrently with the searches of other people. */
const searchTimeoutMs = 30_000;

/** The dependencies of receipts of every kind. */
export type AllReceiptsDeps = ReceiptsDeps & EqualityCheckDeps;

/** A stored response with the files that it rests on. Throws `AppError` 404 for an unknown receipt. */
export async function readReceipt(
  { store }: Pick<AllReceiptsDeps, 'store'>,
  id: string,
): Promise<Receipt> {
  const row = await storedReceipt(store, id);
  return row.kind === 'igualdade'
    ? readEqualityReceipt(store, row)
    : readSearchReceipt({ store }, id);
}

/**
 * Recomputes a stored response on its own release. Throws `AppError` 404 for an unknown receipt and 410 if the
 * release's data or the typed text was removed.
 */
export async function checkReceipt(
  deps: AllReceiptsDeps,
  id: string,
  asker: Asker,
): Promise<ReceiptCheck> {
  const row = await storedReceipt(deps.store, id);
  return row.kind === 'igualdade'
    ? checkEqualityReceipt(deps, row, asker)
    : checkSearchReceipt(deps, id, { ...asker, timeoutMs: searchTimeoutMs });
}
