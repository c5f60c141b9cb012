import type { Logger } from 'pino';
import { repeat } from '../platform/jobs/repeat.ts';
import type { Store } from '../platform/store/store.ts';
import { refreshImportedReferences } from '../reference/imported-references.ts';

const referencesEveryMs = 1_000;

/** Loads the imported reference tables, again after each import of any process. Returns what stops it. */
export async function keepReferencesCurrent(
  { db }: Store,
  logger: Logger,
): Promise<() => Promise<void>> {
  await refreshImportedReferences(db);
  return repeat(referencesEveryMs, () =>
    refreshImportedReferences(db).catch((error: unknown) => {
      logger.warn({ err: error }, 'the imported reference tables could not be read');
    }),
  );
}
