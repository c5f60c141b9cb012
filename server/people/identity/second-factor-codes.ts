import type { Kysely } from 'kysely';
import { recordAct, type Actor } from '../audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { wrongCodesLetter } from '../../platform/mail/letters.ts';
import type { PostOffice } from '../../platform/mail/post-office.ts';
import type { Database } from '../../platform/store/schema.ts';
import { takesRecoveryCode, type SecondFactors } from './second-factor.ts';

export interface CodeDeps {
  readonly db: Kysely<Database>;
  readonly clock: () => Date;
  readonly factors: SecondFactors;
  readonly postOffice: Pick<PostOffice, 'post'>;
}

/** Wrong codes of an account in 24 hours after which only a recovery code is accepted. */
const mostWrongCodes = 10;
/** The server mails the owner at this many: a person who types codes knows the password. */
const mailedWrongCodes = 5;
const dayMs = 24 * 3_600_000;

/**
 * Checks a second-factor code or a recovery code of an account; each works once. Wrong codes are audit entries and are
 * counted there: at most `mostWrongCodes` in 24 hours give a chance of 3 in 100,000 a day to guess one (three codes of
 * a million are valid at a time). Recovery codes have 123 random bits or more, so they are not capped.
 *
 * @throws AppError `wrong_code`, `second_factor_unreadable` with `status`, 429 `too_many_codes`; field `code`
 */
export async function requireCode(
  deps: CodeDeps,
  account: { readonly id: string; readonly email: string; readonly first_name: string },
  code: string,
  attempt: {
    readonly actor: Actor;
    readonly action: 'session.refused' | 'confirmation.refused';
    readonly status: 400 | 401;
  },
): Promise<void> {
  const { db, clock, factors, postOffice } = deps;
  const subject = { type: 'user', id: account.id } as const;
  const at = clock();
  const wrongBefore = await wrongCodesOf(db, account.id, at);
  const isCapped = wrongBefore >= mostWrongCodes;
  if (!isCapped && (await factors.takesCode(db, account.id, code, at))) return;
  if (await takesRecoveryCode(db, account.id, code)) {
    const actor = { userId: account.id, address: attempt.actor.address };
    await recordAct(db, { action: 'second_factor.recovered', actor, subject, at });
    return;
  }
  await recordAct(db, {
    action: attempt.action,
    outcome: 'failure',
    actor: attempt.actor,
    subject,
    details: { reason: 'code' },
    at,
  });
  if (wrongBefore + 1 === mailedWrongCodes) {
    const letter = wrongCodesLetter({ firstName: account.first_name }, wrongBefore + 1, at);
    postOffice.post(account.email, letter);
  }
  if (isCapped) throw tooManyCodes();
  if (await factors.isUnreadable(db, account.id)) throw keyChanged(attempt.status);
  throw new AppError('wrong_code', attempt.status, 'Código incorreto ou já usado.', {
    field: 'code',
  });
}

/** Wrong codes of an account in the last 24 hours, at sign-ins and at confirmations. */
async function wrongCodesOf(db: Kysely<Database>, userId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('subject_id', '=', userId)
    .where('action', 'in', ['session.refused', 'confirmation.refused'])
    .where('details', '=', JSON.stringify({ reason: 'code' }))
    .where('at', '>', new Date(now.getTime() - dayMs).toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}

const tooManyCodes = () =>
  new AppError(
    'too_many_codes',
    429,
    `Houve ${mostWrongCodes} códigos errados nas últimas 24 horas. Use um código de recuperação, ou tente amanhã.`,
    { field: 'code' },
  );

const keyChanged = (status: 400 | 401) =>
  new AppError(
    'second_factor_unreadable',
    status,
    'A chave deste sistema mudou e não abre mais a sua segunda etapa. Use um código de recuperação, ou peça a um administrador que retire a segunda etapa.',
    { field: 'code' },
  );
