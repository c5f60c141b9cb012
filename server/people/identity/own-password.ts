import type { Kysely } from 'kysely';
import { confirmedMinutes } from '../../../shared/contracts/provider.ts';
import { recordAct, type Actor } from '../audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Database } from '../../platform/store/schema.ts';
import type { AttemptThrottle } from './attempt-throttle.ts';
import { isPassword, noPassword } from './passwords.ts';

export interface OwnPasswordDeps {
  readonly db: Kysely<Database>;
  readonly clock: () => Date;
  /** `confirmationThrottle`. */
  readonly throttle: AttemptThrottle;
}

/** A signed-in person who acts, within one of his sessions. */
export type Person = Actor & {
  readonly userId: string;
  /** What the session is called in the store. */
  readonly sessionId: string | null;
};

/**
 * Lets an act go on only when the person types his own password again: whoever found a session open does not know it.
 * Who has no password here has proved at his provider, in this session and a few minutes ago, who he is.
 *
 * @throws AppError `wrong_password` or `password_required` of field `password`, 403 `must_confirm`, 429 after too many
 */
export async function requireOwnPassword(
  deps: OwnPasswordDeps,
  person: Person,
  password: string,
): Promise<void> {
  const { db, clock, throttle } = deps;
  const account = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', person.userId)
    .executeTakeFirst();
  if (account?.password_hash === noPassword) return requireConfirmedSession(deps, person);
  if (password === '') throw passwordMissing();
  await throttle.admit(person.userId, person.address ?? '');
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

async function requireConfirmedSession(
  { db, clock }: OwnPasswordDeps,
  { sessionId, userId }: Person,
): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('confirmed_at')
    .where('token_hash', '=', sessionId ?? '')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const until = confirmedUntil(session?.confirmed_at ?? null);
  if (until === undefined || until <= clock()) throw mustConfirm();
}

/** Until when a session counts as confirmed; undefined where it never was. */
export const confirmedUntil = (confirmedAt: string | null): Date | undefined =>
  confirmedAt === null ? undefined : new Date(Date.parse(confirmedAt) + confirmedMinutes * 60_000);

const passwordMissing = () =>
  new AppError('password_required', 400, 'Confirme com a sua senha.', { field: 'password' });

const mustConfirm = () =>
  new AppError(
    'must_confirm',
    403,
    'Confirme que é você: identifique-se de novo no provedor de login e repita.',
  );
