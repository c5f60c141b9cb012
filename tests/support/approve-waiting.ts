import { setTimeout as sleep } from 'node:timers/promises';
import { approveUpload } from '../../server/registry/ingest/upload-acts.ts';
import type { Store } from '../../server/platform/store/store.ts';

/** Approves waiting uploads until it is stopped: a month of one repeated line differs from a genuine one. */
export async function approveWaiting(store: Store, stop: AbortSignal): Promise<void> {
  const actor = { userId: null, address: null };
  while (!stop.aborted) {
    const waiting = await store.db
      .selectFrom('uploads')
      .select(['id', 'compared_release'])
      .where('status', '=', 'AWAITING_APPROVAL')
      .execute();
    for (const { id, compared_release: comparedWith } of waiting) {
      await approveUpload({ store, clock: () => new Date() }, actor, id, { comparedWith });
    }
    await sleep(100);
  }
}
