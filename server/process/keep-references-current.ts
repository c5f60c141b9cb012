import type { Logger } from 'pino';
import type { Store } from '../platform/store/store.ts';
import { refreshImportedReferences } from '../reference/imported-references.ts';

const referencesEveryMs = 1_000;

/**
 * Loads the imported reference tables, and reloads them when another process imports new ones. Returns the function
 * that stops it.
 */
export async function keepReferencesCurrent(
  { db }: Store,
  logger: Logger,
): Promise<() => Promise<void>> {
  await refreshImportedReferences(db);
  let refreshing: Promise<void> | undefined;
  const refresh = async () => {
    try {
      await refreshImportedReferences(db);
    } catch (error) {
      logger.warn({ err: error }, 'the imported reference tables could not be read');
    } finally {
      refreshing = undefined;
    }
  };
  const timer = setInterval(() => {
    refreshing ??= refresh();
  }, referencesEveryMs);
  return async () => {
    clearInterval(timer);
    await refreshing;
  };
}
