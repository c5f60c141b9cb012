import { randomBytes, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AuditAction, AuditEntry } from '../../../shared/contracts/audit.ts';
import { sha256 } from '../../platform/digest.ts';
import { AppError } from '../../platform/errors.ts';
import { databaseNow } from '../../platform/store/dialects.ts';
import type { AppDatabase, Row } from '../../platform/store/schema.ts';
import { inSlices, sliceRows } from '../../platform/store/slices.ts';
import { windowLimit } from '../limits/rate-limit.ts';

/** Who acts and from where. The user ID is null for a stranger or the system. */
export interface Actor {
  readonly userId: string | null;
  /** IP address. */
  readonly address: string | null;
}

/** An act as the audit records it: IDs and what changed, never a name, an e-mail address, a password or a token. */
export interface Act {
  readonly action: AuditAction;
  readonly outcome?: AuditEntry['outcome'];
  readonly actor: Actor;
  readonly subject?: { readonly type: NonNullable<AuditEntry['subjectType']>; readonly id: string };
  readonly details?: AuditEntry['details'];
  readonly at: Date;
}

/** How often a user may do the same act in an hour, in each process: its entries stay a year. */
export const maxOfOneAct = 300;
const actsOfUsers = windowLimit(maxOfOneAct, 3600, () => new Date());

/** Acts that are never refused for their number: other acts' limits bound them, and entries follow the act. */
const unlimited: ReadonlySet<AuditAction> = new Set(['session.ended', 'second_factor.recovered']);

/**
 * Records an act. Call it within the transaction of the act, so that both commit or neither does. Throws 429
 * `too_many_requests` if the user did the same act too often: the act is refused, not its entry.
 */
export async function recordAct(db: AppDatabase, act: Act): Promise<void> {
  const { action, outcome = 'success', actor, subject, details = {}, at } = act;
  if (actor.userId !== null && outcome === 'success' && !unlimited.has(action)) {
    const { left, seconds } = actsOfUsers.take(`${actor.userId} ${action}`);
    if (left < 0) throw tooOften(seconds);
  }
  const entry = {
    id: randomUUID(),
    at: at.toISOString(),
    action,
    outcome,
    actor_id: actor.userId,
    subject_type: subject?.type ?? null,
    subject_id: subject?.id ?? null,
    address: actor.address,
    details: JSON.stringify(details),
  };
  if (db.isTransaction) await appendEntry(db, entry);
  else await db.transaction().execute((transaction) => appendEntry(transaction, entry));
}

export type ChainedEntry = Row<'audit_log'>;

/** Records an act on a user's account; `userId` is undefined for an account that does not exist. */
export const recordUserAct = (
  db: AppDatabase,
  action: AuditAction,
  actor: Actor,
  userId: string | undefined,
  at: Date,
  more: Pick<Act, 'outcome' | 'details'> = {},
): Promise<void> =>
  recordAct(db, {
    ...more,
    action,
    actor,
    ...(userId !== undefined && { subject: { type: 'user', id: userId } }),
    at,
  });

export const recordCompanyAct = (
  db: AppDatabase,
  action: AuditAction,
  actor: Actor,
  companyId: string,
  at: Date,
  details: Act['details'] = {},
): Promise<void> =>
  recordAct(db, { action, actor, subject: { type: 'company', id: companyId }, details, at });

type Unhashed = Omit<ChainedEntry, 'hash' | 'number'> & { readonly number: number };

/** SHA-256, in hexadecimal, over the previous hash and every column of the entry; docs/security.md specifies it. */
export function chainedHash(previous: string, entry: Unhashed): string {
  const { number, id, at, recorded_at, action, outcome } = entry;
  const { actor_id, subject_type, subject_id, address, details } = entry;
  const who = [actor_id, subject_type, subject_id, address, details];
  const text = JSON.stringify([previous, number, id, at, recorded_at, action, outcome, ...who]);
  return sha256(text);
}

/** The value that an entry stores in place of an IP address. Without the salt, the address cannot be recovered. */
export const addressCommitment = (salt: string, address: string): string =>
  `sha256:${sha256(`${salt} ${address}`)}`;

/** Appends an entry in a transaction. Other transactions that append, in any process, wait until this one ends. */
async function appendEntry(
  transaction: AppDatabase,
  entry: Omit<Unhashed, 'number' | 'recorded_at'>,
): Promise<void> {
  const { number, hash: previous, recorded_at } = await lockedHead(transaction);
  const { address: from } = entry;
  const salt = randomBytes(16).toString('base64url');
  const address = from === null ? null : addressCommitment(salt, from);
  const numbered = { ...entry, address, number: number + 1, recorded_at };
  const hash = chainedHash(previous, numbered);
  await transaction
    .insertInto('audit_log')
    .values({ ...numbered, hash })
    .execute();
  if (from !== null) {
    await transaction
      .insertInto('audit_addresses')
      .values({ entry_id: entry.id, address: from, salt })
      .execute();
  }
  await transaction
    .updateTable('audit_head')
    .set({ number: numbered.number, hash, last_id: entry.id })
    .execute();
}

/** The first `limit` entries after this number, with their IP addresses and salts, which are outside the chain. */
export const entriesAfter = (db: AppDatabase, number: number, limit: number) =>
  db
    .selectFrom('audit_log')
    .leftJoin('audit_addresses', 'audit_addresses.entry_id', 'audit_log.id')
    .selectAll('audit_log')
    .select(['audit_addresses.address as ip', 'audit_addresses.salt as ip_salt'])
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute();
export type NumberedEntry = Awaited<ReturnType<typeof entriesAfter>>[number];

/**
 * Removes the IP addresses from a user's own entries and from failed attempts on the account, in steps of the caller's
 * transaction. The chain stays valid, since entries hash only the commitments. Entries of versions before 0090 contain
 * the address itself until their retention ends.
 */
export async function removeAddressesOf(transaction: AppDatabase, userId: string): Promise<void> {
  const oldest = transaction
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_id'])
    .orderBy('at')
    .orderBy('id')
    .limit(sliceRows);
  for (const by of ['actor_id', 'subject_id'] as const) {
    for (let last = { at: '', id: '' }; ;) {
      const some = await oldest
        .where(by, '=', userId)
        .where((where) => where.eb(where.refTuple('at', 'id'), '>', where.tuple(last.at, last.id)))
        .execute();
      const own = some.filter(({ actor_id }) => actor_id === null || actor_id === userId);
      const ids = own.map(({ id }) => id);
      if (ids.length > 0) {
        await transaction.deleteFrom('audit_addresses').where('entry_id', 'in', ids).execute();
      }
      const next = some.at(-1);
      if (next === undefined) break;
      last = next;
      await setImmediate();
    }
  }
}

/**
 * Removes the beginning of the chain: the entries before the first one at or after `before`. Returns how many. The head
 * first states where the chain begins; then the entries are deleted in slices, the oldest first. A later call deletes what
 * an interrupted one left.
 */
export async function removeEntriesBefore(db: AppDatabase, before: Date): Promise<number> {
  const last = await db.transaction().execute((transaction) => moveBeginning(transaction, before));
  const oldest = db
    .selectFrom('audit_log')
    .select('id')
    .where('number', '<=', last)
    .orderBy('number')
    .limit(sliceRows);
  return inSlices(db.deleteFrom('audit_log').where('id', 'in', oldest));
}

/** Notes in the head which entries are outside the chain from now on; returns the number of the last one. */
async function moveBeginning(transaction: AppDatabase, before: Date): Promise<number> {
  const head = await lockedHead(transaction);
  const { oldestLeft } = await transaction
    .selectFrom('audit_log')
    .select(({ fn }) => fn.min<number | null>('number').as('oldestLeft'))
    .where('at', '>=', before.toISOString())
    .executeTakeFirstOrThrow();
  const last = (oldestLeft ?? head.number + 1) - 1;
  const removed = await transaction
    .selectFrom('audit_log')
    .select('hash')
    .where('number', '=', last)
    .executeTakeFirst();
  if (typeof removed?.hash === 'string') {
    await transaction
      .updateTable('audit_head')
      .set({ removed_number: last, removed_hash: removed.hash })
      .execute();
  }
  return last;
}

/** The head, locked until the transaction ends, with the database's time. */
async function lockedHead(transaction: AppDatabase) {
  const hold = transaction
    .updateTable('audit_head')
    .set((eb) => ({ number: eb.ref('number') }))
    .returning(['number', 'hash', databaseNow(transaction).as('recorded_at')]);
  const held = await hold.executeTakeFirst();
  if (held !== undefined) return held;
  await transaction
    .insertInto('audit_head')
    .values({ id: 1, number: 0, hash: '', removed_number: 0, removed_hash: '', last_id: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return hold.executeTakeFirstOrThrow();
}

function tooOften(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? '1 minuto' : `${minutes} minutos`;
  return new AppError(
    'too_many_requests',
    429,
    `Você já fez isto ${maxOfOneAct} vezes em uma hora, o máximo. Tente de novo em ${wait}.`,
    { retryAfterSeconds: seconds },
  );
}
