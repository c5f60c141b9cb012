import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/migrations.ts';
import type { Store } from './store.ts';

/**
 * Brings the app database to the current schema. Each run is one transaction under a lock, so several
 * processes may start at once and a failed migration leaves nothing behind.
 */
export async function migrate(store: Store): Promise<void> {
  const migrator = new Migrator({
    db: store.db,
    provider: { getMigrations: async () => migrations },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
