import type { CurrentUser, LoginRequest } from '../../../shared/contracts/identity.ts';
import { AppError } from '../../platform/errors.ts';
import type { Lockout } from '../limits/lockout.ts';
import type { AppDatabase, UserRow } from '../../platform/store/schema.ts';
import { recordUserAct } from '../audit/audit.ts';
import type { KnownDevices } from './known-device.ts';
import { hashPassword, isOutdated, isPassword } from './passwords.ts';
import { codeMissing, type CodeDeps, hasSecondFactor, requireCode } from './second-factor.ts';
import { type Session, type SessionOrigin, startSession } from './sessions.ts';
import { emailKey, maybeAccount, temporaryUntil, toUser } from './users.ts';

export interface LoginDeps extends CodeDeps {
  readonly lockout: Lockout;
  readonly devices: KnownDevices;
}

/**
 * Signs a user in. A wrong password, an unknown account and an inactive one fail with the same message and in the same
 * time. On a known device, only failures on the account's known devices slow it down. Returns that device too.
 */
export async function login(
  deps: LoginDeps,
  { email, password, code }: LoginRequest,
  origin: SessionOrigin,
  deviceToken?: string,
): Promise<{ user: CurrentUser; session: Session; device: string | undefined }> {
  const { db, lockout, devices, clock } = deps;
  const { address } = origin;
  const device = await devices.maybeDevice(email, deviceToken);
  await lockout.admit(emailKey(email), address, device);
  const account = await maybeAccount(db, email);
  const isRight = await isPassword(account?.password_hash, password);
  const at = clock();
  const stranger = { userId: null, address };
  // The text typed for an unknown account is not recorded: it may be a password in the wrong field.
  const recordRefusal = (reason: string) =>
    recordUserAct(db, 'session.refused', stranger, account?.id, at, {
      outcome: 'failure',
      details: { reason },
    });
  if (account === undefined || !isRight || account.is_active === 0) {
    await recordRefusal(account === undefined ? 'unknown' : isRight ? 'inactive' : 'password');
    throw invalidCredentials();
  }
  const until = temporaryUntil(account);
  if (until !== null && until <= at) {
    await recordRefusal('expired');
    throw temporaryExpired();
  }
  if (await hasSecondFactor(db, account.id)) {
    if (code === undefined) {
      await recordUserAct(db, 'session.code_requested', stranger, account.id, at);
      throw codeMissing(401);
    }
    // A code opens one session.
    const attempt = { actor: stranger, action: 'session.refused', status: 401 } as const;
    await requireCode(deps, account, code, attempt);
  }
  const session = await maybeStarted(db, account, origin, at);
  if (session === undefined) {
    await recordRefusal('inactive');
    throw invalidCredentials();
  }
  await lockout.forgive(emailKey(email), address, device);
  if (isOutdated(account.password_hash)) await renewHash(db, account, password);
  return { user: toUser(account), session, device };
}

/** Stores the hash at today's costs, unless the password changed meanwhile: only a sign-in has the password. */
async function renewHash(db: AppDatabase, account: UserRow, password: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .execute();
}

/** Undefined if the password changed, or the account was closed, during the check. */
function maybeStarted(
  db: AppDatabase,
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
    const actor = { userId: account.id, address: origin.address };
    await recordUserAct(transaction, 'session.started', actor, account.id, at);
    return startSession(transaction, account.id, at, origin);
  });
}

const invalidCredentials = () =>
  new AppError('invalid_credentials', 401, 'Usuário ou senha inválidos');

/** Returned only to a user who typed the expired password correctly: it no longer grants access. */
const temporaryExpired = () =>
  new AppError(
    'temporary_password_expired',
    401,
    'A sua senha temporária venceu. Peça outra a um administrador, ou use “Esqueci minha senha”.',
  );
