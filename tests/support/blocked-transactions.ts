import { sql } from 'kysely';
import { expect } from 'vitest';
import type { AppDatabase } from '../../server/platform/store/schema.ts';

/** Waits until so many transactions of this PostgreSQL database wait for a lock. */
export async function untilBlocked(db: AppDatabase, count: number): Promise<void> {
  const waiting = sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(count);
}
