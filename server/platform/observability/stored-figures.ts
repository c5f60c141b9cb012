import type { Kysely } from 'kysely';
import type { Database } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Metrics } from './metrics.ts';

/** Figures from the app database: the same in every process. */
export function watchStore(metrics: Metrics, { db }: Store, clock: () => Date): void {
  metrics.gauge('caged_jobs', 'Jobs by kind and state.', ['kind', 'state'], async (set) => {
    for (const kind of ['uploads', 'reports', 'backups'] as const) {
      const states = await db
        .selectFrom(kind)
        .select(['status', (select) => select.fn.countAll<number>().as('jobs')])
        .groupBy('status')
        .execute();
      for (const { status, jobs } of states) set({ kind, state: status }, jobs);
    }
  });
  const current = () =>
    db
      .selectFrom('current_release')
      .innerJoin('releases', 'releases.number', 'current_release.release')
      .select(['number', 'published_at'])
      .executeTakeFirst();
  metrics.gauge('caged_release_number', 'The release that readers see.', [], async (set) => {
    set({}, (await current())?.number ?? 0);
  });
  metrics.gauge('caged_release_age_seconds', 'Since it was published.', [], async (set) => {
    const release = await current();
    if (release === undefined) return;
    set({}, (clock().getTime() - Date.parse(release.published_at)) / 1000);
  });
  metrics.gauge('caged_audit_unshipped', 'Entries that wait for AUDIT_SHIP.', [], async (set) => {
    const waiting = await unshipped(db);
    if (waiting !== undefined) set({}, waiting);
  });
}

/** How many audit entries wait for the receiver; undefined without one. */
export async function unshipped(db: Kysely<Database>): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_shipments')
    .select((eb) => [
      'number as sent',
      eb.selectFrom('audit_head').select('audit_head.number').as('last'),
    ])
    .executeTakeFirst();
  return row && Math.max(0, (row.last ?? 0) - row.sent);
}
