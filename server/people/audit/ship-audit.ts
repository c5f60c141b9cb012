import type { Logger } from 'pino';
import { briefly } from '../../platform/briefly.ts';
import type { Receiver } from '../../platform/observability/log-receiver.ts';
import { withLock } from '../../platform/store/lock.ts';
import type { Store } from '../../platform/store/store.ts';
import { entriesAfter, type NumberedEntry } from './audit.ts';

export interface ShippingAudit {
  readonly store: Store;
  readonly receiver: Receiver;
  /** The receiver's address: the key of the number of the last entry sent to it. */
  readonly destination: string;
  readonly logger: Logger;
}

const atOnce = 200;
const everyMs = 1_000;
const awayMs = 10_000;

/**
 * Ships every numbered audit entry in order, from one process at a time. While the receiver is unavailable, entries
 * wait in the database until their retention ends; no request waits for the receiver. Returns a function that stops
 * shipping.
 */
export function startShipping(shipping: ShippingAudit): () => Promise<void> {
  const { logger } = shipping;
  let [isAway, isStopping, isNoted] = [false, false, false];
  let timer: NodeJS.Timeout | undefined;
  const run = async () => {
    try {
      if (!isNoted) await noteDestination(shipping);
      isNoted = true;
      await shipAudit(shipping);
      if (isAway) logger.info('the audit receiver is back');
      isAway = false;
    } catch (error) {
      if (!isAway) logger.warn({ err: error }, 'the audit receiver is away, entries wait');
      isAway = true;
    }
    if (!isStopping) timer = setTimeout(start, isAway ? awayMs : everyMs).unref();
  };
  let running: Promise<void>;
  const start = () => {
    running = run();
  };
  start();
  return async () => {
    isStopping = true;
    clearTimeout(timer);
    await briefly(running);
    if (!isAway) await briefly(shipAudit(shipping).catch(() => undefined));
    await shipping.receiver.close();
  };
}

/** Registers the current receiver as the only destination, even before anything is sent to it. */
async function noteDestination({ store: { db }, destination }: ShippingAudit): Promise<void> {
  await db.deleteFrom('audit_shipments').where('destination', '<>', destination).execute();
  await db
    .insertInto('audit_shipments')
    .values({ destination, number: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Sends the unsent entries. Rejects if the receiver is unavailable. */
export async function shipAudit({ store, receiver, destination }: ShippingAudit): Promise<void> {
  const { db } = store;
  const sendSome = async () => {
    const sent = await db
      .selectFrom('audit_shipments')
      .select('number')
      .where('destination', '=', destination)
      .executeTakeFirst();
    const entries = await entriesAfter(db, sent?.number ?? 0, atOnce);
    // Call `send` even without entries: it resends the lines that a lost connection may have dropped.
    await receiver.send(entries.map(lineOf));
    const last = entries.at(-1)?.number;
    if (typeof last !== 'number') return 0;
    await db
      .insertInto('audit_shipments')
      .values({ destination, number: last })
      .onConflict((conflict) => conflict.column('destination').doUpdateSet({ number: last }))
      .execute();
    return entries.length;
  };
  while ((await withLock(store, 'audit shipping', sendSome)) === atOnce);
}

/** `ip` and `ip_salt` are outside the chain. Deleting a user removes them here; the receiver controls its own copy. */
const lineOf = ({ details, ...entry }: NumberedEntry) =>
  JSON.stringify({ stream: 'audit', ...entry, details: JSON.parse(details) });
