import type { Kysely } from 'kysely';
import { recordAct, type Actor } from '../audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Database } from '../../platform/store/schema.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';
import { isPassword } from './passwords.ts';

export interface OwnPasswordDeps {
  readonly db: Kysely<Database>;
  readonly clock: () => Date;
  /** `confirmationThrottle`. */
  readonly throttle: AttemptThrottle;
}

/**
 * Lets an act go on only when the person types his own password again: whoever found a session open does not know it.
 *
 * @throws AppError `wrong_password` of field `password`, 429 after too many
 */
export async function requireOwnPassword(
  { db, clock, throttle }: OwnPasswordDeps,
  person: Actor & { readonly userId: string },
  password: string,
): Promise<void> {
  await throttle.admit(person.userId, person.address ?? '');
  const account = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', person.userId)
    .executeTakeFirst();
  if (!(await isPassword(account?.password_hash, password))) {
    await recordAct(db, {
      action: 'confirmation.refused',
      outcome: 'failure',
      actor: person,
      subject: { type: 'user', id: person.userId },
      at: clock(),
    });
    throw new AppError('wrong_password', 400, 'Senha incorreta', { field: 'password' });
  }
  await throttle.forgive(person.userId, person.address ?? '');
}
