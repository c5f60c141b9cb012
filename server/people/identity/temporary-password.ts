import { generatedPassword } from '../../../shared/contracts/generated-password.ts';
import { conflict } from '../../platform/errors.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { recordUserAct } from '../audit/audit.ts';
import { storePassword } from './change-password.ts';
import { checkStrength, wordsOfPerson } from './password-check.ts';
import { hashPassword } from './passwords.ts';
import { maybeAccount, unknownUser } from './users.ts';

/**
 * Sets a new temporary password for the account of an e-mail, as an operator at the machine does for a lost one: the
 * user's sessions and reset links end. The second factor stays. The audit names the system as the actor. Returns the
 * password, which is shown once. Throws `AppError` 404 `unknown_user`, and 409 `inactive_user` for an account that is
 * inactive or whose password changed meanwhile.
 */
export async function renewLostPassword(
  db: AppDatabase,
  email: string,
  now: Date,
): Promise<string> {
  const account = await maybeAccount(db, email);
  if (account === undefined) throw unknownUser();
  const { id: userId, first_name: firstName, last_name: lastName } = account;
  const names = { email: account.email, firstName, lastName };
  const password = await choosablePassword(wordsOfPerson(names));
  const passwordHash = await hashPassword(password);
  const expected = account.password_hash;
  await db.transaction().execute(async (transaction) => {
    const chosen = { userId, passwordHash, now, isTemporary: true, expected };
    if (!(await storePassword(transaction, chosen)))
      throw conflict(
        'inactive_user',
        'Esta conta está inativa: peça a outro administrador que a ative.',
      );
    const system = { userId: null, address: null };
    await recordUserAct(transaction, 'user.password_renewed', system, userId, now);
  });
  return password;
}

/** A generated password that the check of chosen passwords accepts. */
export async function choosablePassword(ownWords: readonly string[]): Promise<string> {
  const password = generatedPassword();
  const { isValid } = await checkStrength(password, ownWords);
  return isValid ? password : choosablePassword(ownWords);
}
