import { maybeDiskSentence } from './warehouse/disk-failures.ts';
import { AppError } from './errors.ts';
import { StartError } from './start-error.ts';
import { StoreError } from './store/store-error.ts';
import { awaySentence } from './warehouse/away-sentences.ts';
import { WarehouseAwayError } from './warehouse/engine-error.ts';

/** What hindered work, where a person can mend it; undefined for what nobody foresaw. */
export function maybeFailureSentence(error: unknown): string | undefined {
  if (error instanceof StartError || error instanceof AppError) return error.message;
  if (error instanceof StoreError) return error.message;
  if (error instanceof WarehouseAwayError) return awaySentence(error);
  return maybeDiskSentence(error);
}
