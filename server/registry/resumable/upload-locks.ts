import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';
import type { AppDatabase } from '../../platform/store/schema.ts';
import type { Store } from '../../platform/store/store.ts';

const leaseMs = 6_000;
const renewEveryMs = 500;
const tryEveryMs = 150;
const lockTimeoutMs = 30_000;

/**
 * Admits one writing call at a time to a file that arrives in pieces, whichever processes the calls reach. A waiting
 * call requests the lock, and the holder, whose connection may have died unnoticed, releases it. A lock of a dead
 * process expires after some seconds.
 */
export const uploadLocks = ({ db }: Pick<Store, 'db'>, clock: () => Date): Locker => ({
  newLock: (id) => uploadLock(id, db, clock),
});

/** Deletes expired locks, which processes that died left behind. */
export async function sweepUploadLocks(
  { db }: Pick<Store, 'db'>,
  clock: () => Date,
): Promise<{ readonly uploadLocks: number }> {
  const swept = await db
    .deleteFrom('held_uploads')
    .where('held_until', '<=', clock().toISOString())
    .executeTakeFirst();
  return { uploadLocks: Number(swept.numDeletedRows) };
}

const leaseUntil = (now: Date) => new Date(now.getTime() + leaseMs).toISOString();

function uploadLock(id: string, db: AppDatabase, clock: () => Date): Lock {
  const holder = randomUUID();
  let renewing: NodeJS.Timeout | undefined;

  async function take(): Promise<boolean> {
    const now = clock();
    const held = { holder, held_until: leaseUntil(now), is_wanted: 0 };
    const taken = await db
      .insertInto('held_uploads')
      .values({ id, ...held })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(held)
          .where('held_uploads.held_until', '<=', now.toISOString()),
      )
      .returning('holder')
      .executeTakeFirst();
    return taken?.holder === holder;
  }

  /** Notifies the holder that another call waits. */
  const notifyHolder = () =>
    db
      .updateTable('held_uploads')
      .set({ is_wanted: 1 })
      .where('id', '=', id)
      .where('is_wanted', '=', 0)
      .execute();

  async function renew(requestRelease: RequestRelease): Promise<void> {
    const row = await db
      .updateTable('held_uploads')
      .set({ held_until: leaseUntil(clock()) })
      .where('id', '=', id)
      .where('holder', '=', holder)
      .returning('is_wanted')
      .executeTakeFirst();
    if (row === undefined || row.is_wanted === 1) await requestRelease();
  }

  return {
    /** Throws tus's `ERR_LOCK_TIMEOUT` if the holder does not release the lock, or the caller leaves. */
    async lock(signal, requestRelease) {
      const deadline = performance.now() + lockTimeoutMs;
      while (!(await take())) {
        await notifyHolder();
        if (signal.aborted || performance.now() > deadline) throw ERRORS.ERR_LOCK_TIMEOUT;
        await sleep(tryEveryMs);
      }
      renewing = setInterval(() => {
        // If the lock cannot be renewed for long, another process gets it, and the next renewal notices that.
        renew(requestRelease).catch(() => undefined);
      }, renewEveryMs);
    },
    async unlock() {
      clearInterval(renewing);
      await db
        .deleteFrom('held_uploads')
        .where('id', '=', id)
        .where('holder', '=', holder)
        .execute();
    },
  };
}
