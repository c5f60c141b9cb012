import type { Store } from '../store/store.ts';
import type { Metrics } from './metrics.ts';

/** Figures that the app database knows: the same whichever process is asked. */
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
}
