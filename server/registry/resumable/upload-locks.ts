import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';
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
export const uploadLocks = (store: Pick<Store, 'db'>, clock: () => Date): Locker => ({
  newLock: (id) => new UploadLock(id, store, clock),
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

class UploadLock implements Lock {
  readonly #id: string;
  readonly #db: Store['db'];
  readonly #clock: () => Date;
  readonly #holder = randomUUID();
  #renewing: NodeJS.Timeout | undefined;

  constructor(id: string, { db }: Pick<Store, 'db'>, clock: () => Date) {
    this.#id = id;
    this.#db = db;
    this.#clock = clock;
  }

  /** Throws tus's `ERR_LOCK_TIMEOUT` if the holder does not release the lock, or the caller leaves. */
  async lock(signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const giveUpAt = performance.now() + lockTimeoutMs;
    while (!(await this.#take())) {
      await this.#ask();
      if (signal.aborted || performance.now() > giveUpAt) throw ERRORS.ERR_LOCK_TIMEOUT;
      await sleep(tryEveryMs);
    }
    this.#renewing = setInterval(() => {
      // If the lock cannot be renewed for long, another process gets it, and the next renewal notices that.
      this.#renew(requestRelease).catch(() => undefined);
    }, renewEveryMs);
  }

  async unlock(): Promise<void> {
    clearInterval(this.#renewing);
    await this.#db
      .deleteFrom('held_uploads')
      .where('id', '=', this.#id)
      .where('holder', '=', this.#holder)
      .execute();
  }

  /** Notifies the holder that another call waits. */
  async #ask(): Promise<void> {
    await this.#db
      .updateTable('held_uploads')
      .set({ is_wanted: 1 })
      .where('id', '=', this.#id)
      .where('is_wanted', '=', 0)
      .execute();
  }

  async #take(): Promise<boolean> {
    const now = this.#clock();
    const held = {
      holder: this.#holder,
      held_until: new Date(now.getTime() + leaseMs).toISOString(),
      is_wanted: 0,
    };
    const taken = await this.#db
      .insertInto('held_uploads')
      .values({ id: this.#id, ...held })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(held)
          .where('held_uploads.held_until', '<=', now.toISOString()),
      )
      .returning('holder')
      .executeTakeFirst();
    return taken?.holder === this.#holder;
  }

  async #renew(requestRelease: RequestRelease): Promise<void> {
    const held_until = new Date(this.#clock().getTime() + leaseMs).toISOString();
    const row = await this.#db
      .updateTable('held_uploads')
      .set({ held_until })
      .where('id', '=', this.#id)
      .where('holder', '=', this.#holder)
      .returning('is_wanted')
      .executeTakeFirst();
    if (row === undefined || row.is_wanted === 1) await requestRelease();
  }
}
