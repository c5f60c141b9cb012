import type { Kysely } from 'kysely';
import type { CurrentUser, LoginRequest } from '../../../shared/contracts/identity.ts';
import { recordAct } from '../audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Database, UserRow } from '../../platform/store/schema.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';
import { hashPassword, isOutdated, isPassword, requireHashingRoom } from './passwords.ts';
import { type CodeDeps, hasSecondFactor, requireCode } from './second-factor.ts';
import { startSession, type Session, type SessionOrigin } from './sessions.ts';
import { emailKey, maybeAccount, temporaryUntil, toUser } from './users.ts';

export interface LoginDeps extends CodeDeps {
  readonly throttle: AttemptThrottle;
}

/**
 * Signs a user in. A wrong password, an unknown account and an inactive one fail with the same message and in the same
 * time. For a known `device`, only its own failures slow it down.
 */
export async function login(
  deps: LoginDeps,
  { email, password, code }: LoginRequest,
  origin: SessionOrigin,
  device?: string,
): Promise<{ user: CurrentUser; session: Session }> {
  const { db, throttle, clock } = deps;
  const { address } = origin;
  await requireHashingRoom();
  await throttle.admit(emailKey(email), address, device);
  const account = await maybeAccount(db, email);
  const isRight = await isPassword(account?.password_hash, password);
  const at = clock();
  if (account !== undefined && isRight && account.is_active === 1 && isExpired(account, at)) {
    await recordRefusal(db, account, { reason: 'expired', address, at });
    throw temporaryExpired();
  }
  if (account !== undefined && isRight && account.is_active === 1) {
    await requireSecondFactor(deps, account, code, { address, at });
  }
  const session =
    account !== undefined && isRight && account.is_active === 1
      ? await maybeStarted(db, account, origin, at)
      : undefined;
  if (account === undefined || session === undefined) {
    const reason = account === undefined ? 'unknown' : isRight ? 'inactive' : 'password';
    await recordRefusal(db, account, { reason, address, at });
    throw new AppError('invalid_credentials', 401, 'Usuário ou senha inválidos');
  }
  await throttle.forgive(emailKey(email), address, device);
  if (isOutdated(account.password_hash)) await renewHash(db, account, password);
  return { user: toUser(account), session };
}

/**
 * Stores the hash again at today's costs, unless the password changed meanwhile. The server knows the password only at
 * sign-in.
 */
async function renewHash(db: Kysely<Database>, account: UserRow, password: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .execute();
}

/** Undefined if the password changed, or the account was closed, during the check. */
function maybeStarted(
  db: Kysely<Database>,
  account: UserRow,
  origin: SessionOrigin,
  at: Date,
): Promise<Session | undefined> {
  return db.transaction().execute(async (transaction) => {
    const unchanged = await transaction
      .updateTable('users')
      .set({ last_sign_in_at: at.toISOString() })
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .where('is_active', '=', 1)
      .returning('id')
      .executeTakeFirst();
    if (unchanged === undefined) return undefined;
    await recordAct(transaction, {
      action: 'session.started',
      actor: { userId: account.id, address: origin.address },
      subject: { type: 'user', id: account.id },
      at,
    });
    return startSession(transaction, account.id, at, origin);
  });
}

// The text typed for an unknown account is not stored: it may be a password in the wrong field.
async function recordRefusal(
  db: Kysely<Database>,
  account: UserRow | undefined,
  { reason, address, at }: { reason: string; address: string; at: Date },
): Promise<void> {
  await recordAct(db, {
    action: 'session.refused',
    outcome: 'failure',
    actor: { userId: null, address },
    ...(account && { subject: { type: 'user', id: account.id } }),
    details: { reason },
    at,
  });
}

function isExpired(account: UserRow, at: Date): boolean {
  const until = temporaryUntil(account);
  return until !== null && until <= at;
}

/** Returned only to a user who typed the expired password correctly: it no longer grants access. */
const temporaryExpired = () =>
  new AppError(
    'temporary_password_expired',
    401,
    'A sua senha temporária venceu. Peça outra a um administrador, ou use "Esqueci minha senha".',
  );

/** After a correct password, requires a code if a second factor is on. A code opens one session. */
async function requireSecondFactor(
  deps: LoginDeps,
  account: UserRow,
  code: string | undefined,
  { address, at }: { address: string; at: Date },
): Promise<void> {
  const actor = { userId: null, address };
  if (!(await hasSecondFactor(deps.db, account.id))) return;
  if (code === undefined) {
    const subject = { type: 'user', id: account.id } as const;
    await recordAct(deps.db, { action: 'session.code_requested', actor, subject, at });
    throw codeRequired();
  }
  await requireCode(deps, account, code, { actor, action: 'session.refused', status: 401 });
}

const codeRequired = () =>
  new AppError('code_required', 401, 'Digite o código do seu aplicativo de verificação.', {
    field: 'code',
  });
