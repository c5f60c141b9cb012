import type { Kysely } from 'kysely';
import type { CurrentUser, LoginRequest } from '../../shared/identity.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../store/schema.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { isPassword } from './passwords.ts';
import { startSession, type Session } from './sessions.ts';
import { emailKey, maybeAccount, toUser } from './users.ts';

export interface LoginDeps {
  readonly db: Kysely<Database>;
  readonly throttle: LoginThrottle;
  readonly clock: () => Date;
}

/**
 * Signs a person in. A wrong password, an unknown account and an inactive one fail alike, in words and time.
 */
export async function login(
  { db, throttle, clock }: LoginDeps,
  { email, password }: LoginRequest,
  address: string,
): Promise<{ user: CurrentUser; session: Session }> {
  throttle.admit(emailKey(email), address);
  const account = await maybeAccount(db, email);
  const isRight = await isPassword(account?.password_hash, password);
  if (account === undefined || !isRight || account.is_active !== 1) {
    throw new AppError('invalid_credentials', 401, 'Usuário ou senha inválidos');
  }
  throttle.forgive(emailKey(email), address);
  const session = await startSession(db, account.id, clock());
  return { user: toUser(account), session };
}
