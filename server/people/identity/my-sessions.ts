import type { EndSessions, MySession } from '../../../shared/contracts/my-sessions.ts';
import { recordUserAct } from '../audit/audit.ts';
import { notFound } from '../../platform/errors.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { requireFreshProof, type FreshProofDeps, type Person } from './fresh-proof.ts';
import { endSession, openSessions, sessionId } from './sessions.ts';
import { lockedUser, lockedUsers } from './users.ts';

/** A user's open sessions, most recently used first; `currentId` is the session of the request. */
export async function sessionsOf(
  db: AppDatabase,
  userId: string,
  { now, idleHours, currentId }: { now: Date; idleHours: number; currentId?: string | null },
): Promise<MySession[]> {
  const rows = await openSessions(db, now, idleHours)
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy((eb) => eb.fn.coalesce('last_used_at', 'created_at'), 'desc')
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.token_hash,
    device: row.device,
    address: row.address,
    startedAt: row.created_at,
    lastUsedAt: row.last_used_at ?? row.created_at,
    expiresAt: row.expires_at,
    isCurrent: row.token_hash === currentId,
  }));
}

/** Ends the session of this token, if there is one. */
export async function signOut(
  { db, clock }: Pick<FreshProofDeps, 'db' | 'clock'>,
  token: string,
  address: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // A sign-in of this user may end the same session.
    await lockedUsers(transaction)
      .where('id', 'in', (query) =>
        query.selectFrom('sessions').select('user_id').where('token_hash', '=', sessionId(token)),
      )
      .execute();
    const userId = await endSession(transaction, token);
    if (userId === undefined) return;
    await recordUserAct(transaction, 'session.ended', { userId, address }, userId, clock());
  });
}

/** Ends one of the user's sessions, or all except the session of the request. */
export async function endOwnSessions(
  deps: FreshProofDeps,
  person: Person,
  { which, ...proof }: EndSessions,
): Promise<void> {
  await requireFreshProof(deps, person, proof);
  const { userId, sessionId: currentId } = person;
  await deps.db.transaction().execute(async (transaction) => {
    // A sign-in of this user locks the same row before it deletes sessions: without this lock, both could deadlock.
    await lockedUser(transaction, userId);
    const deletion = transaction.deleteFrom('sessions').where('user_id', '=', userId);
    const ended = await (
      which === 'others'
        ? deletion.where('token_hash', '!=', currentId ?? '')
        : deletion.where('token_hash', '=', which)
    ).executeTakeFirst();
    if (which !== 'others' && ended.numDeletedRows === 0n) throw unknownSession();
    await recordUserAct(transaction, 'session.ended_elsewhere', person, userId, deps.clock(), {
      details: { sessions: Number(ended.numDeletedRows) },
    });
  });
}

const unknownSession = () =>
  notFound('unknown_session', 'Esta sessão já tinha terminado. Recarregue a lista.');
