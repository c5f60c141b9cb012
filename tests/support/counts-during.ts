import { countOf } from '../../server/platform/store/pages.ts';
import type { AppDatabase, Database } from '../../server/platform/store/schema.ts';

/** How many rows a table has at each moment that another statement can run while work runs. */
export async function countsDuring(
  db: AppDatabase,
  table: keyof Database,
  work: Promise<unknown>,
): Promise<number[]> {
  const ended = work.then(() => undefined);
  const counts: number[] = [];
  for (;;) {
    const count = await Promise.race([ended, countOf(db.selectFrom(table))]);
    if (count === undefined) return counts;
    counts.push(count);
  }
}
