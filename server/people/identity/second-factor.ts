import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { dayMs } from '../../../shared/codes/months.ts';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import { latestEnd } from '../../platform/clock-skew.ts';
import { AppError } from '../../platform/errors.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import { wrongCodesMail } from '../../platform/mail/mail-templates.ts';
import { sha256 } from '../../platform/digest.ts';
import { countOf } from '../../platform/store/pages.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { type Actor, recordUserAct } from '../audit/audit.ts';
import { Seal } from './seal.ts';
import { lockedUsers } from './users.ts';

const stepMs = 30_000;
/** A code is valid for its own 30 seconds only (OWASP ASVS 6.5.5): none of the step before or after. */
const window = 0;
const recoveryCodes = 8;
// Base 32 without characters that look alike.
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Creates and checks second factors: codes of an authenticator (TOTP), and recovery codes. */
export class SecondFactors {
  readonly #seal: Seal;

  /** `secret` is the installation's secret, which the databases do not contain. */
  constructor(secret: Buffer) {
    this.#seal = new Seal(secret, 'second factors');
  }

  /** How many second factors in use the installation's key cannot open: of one user, or of all. */
  async unreadableCount(db: AppDatabase, userId?: string): Promise<number> {
    const rows = await db
      .selectFrom('second_factors')
      .select(['user_id', 'sealed_secret'])
      .where('confirmed_at', 'is not', null)
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
      .execute();
    return rows.filter(
      ({ user_id, sealed_secret }) => this.#seal.maybeOpen(sealed_secret, user_id) === undefined,
    ).length;
  }

  /**
   * Begins a new second factor, which is required only after the user confirms it with a code. Replaces an earlier one
   * that was not confirmed. Returns undefined, and changes nothing, for a user who confirmed one, also meanwhile.
   */
  async begin(
    db: AppDatabase,
    { id, email }: { readonly id: string; readonly email: string },
  ): Promise<{ secret: string; uri: string } | undefined> {
    const secret = new Secret({ size: 20 });
    const row = {
      sealed_secret: this.#seal.close(secret.base32, id),
      confirmed_at: null,
      last_step: 0,
    };
    const begun = await db
      .insertInto('second_factors')
      .values({ user_id: id, ...row })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet(row)
          .where('second_factors.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst();
    return begun && { secret: secret.base32, uri: totpOf(secret, email).toString() };
  }

  /** Whether the code is currently valid for the user's authenticator and was not used before. */
  async takesCode(db: AppDatabase, userId: string, code: string, now: Date): Promise<boolean> {
    const row = await db
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const secret = row && this.#seal.maybeOpen(row.sealed_secret, userId);
    if (row === undefined || secret === undefined) return false;
    const timestamp = now.getTime();
    const totp = totpOf(Secret.fromBase32(secret));
    if (totp.validate({ token: code, timestamp, window }) === null) return false;
    const step = Math.floor(timestamp / stepMs);
    const updated = await db
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      // Another window may have begun a new second factor meanwhile.
      .where('sealed_secret', '=', row.sealed_secret)
      .where('last_step', '<', step)
      .returning('user_id')
      .executeTakeFirst();
    return updated !== undefined;
  }
}

const totpOf = (secret: Secret, label = '') =>
  new TOTP({ issuer: 'CAGED Analytics', label, secret, period: stepMs / 1000 });

/** Whether a user must enter a second factor to sign in. */
export async function hasSecondFactor(db: AppDatabase, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export const lacksSecondFactor = async (db: AppDatabase, { id, role }: CurrentUser) =>
  role === 'ADMIN' && !(await hasSecondFactor(db, id));

/** Replaces a user's recovery codes. The new ones are returned only here. */
export async function renewRecoveryCodes(db: AppDatabase, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, recoveryCode);
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ code_hash: recoveryHash(code), user_id: userId })))
    .execute();
  return codes;
}

/** Whether the code was one of the user's recovery codes; a match uses it up. */
async function takesRecoveryCode(db: AppDatabase, userId: string, code: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', recoveryHash(code))
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Removes a user's second factor and recovery codes. Returns whether a confirmed second factor existed. */
export async function removeSecondFactor(db: AppDatabase, userId: string): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const removed = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return removed !== undefined && removed.confirmed_at !== null;
}

const sign = () => signs[randomInt(signs.length)];

/** Five groups of six: 148 random bits. Earlier versions gave five groups of five, which are still accepted. */
const recoveryCode = () =>
  Array.from({ length: 30 }, sign)
    .join('')
    .replace(/.{6}(?=.)/g, '$&-');

const recoveryHash = (code: string) => sha256(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));

export interface CodeDeps {
  readonly db: AppDatabase;
  readonly clock: () => Date;
  readonly factors: SecondFactors;
  readonly mailQueue: Pick<MailQueue, 'add'>;
}

/** Wrong codes of an account in 24 hours after which only a recovery code is accepted. */
const maxWrongCodes = 10;
/** The server mails the owner at this many: a person who types codes knows the password. */
const mailedWrongCodes = 5;

/**
 * Checks a second-factor code or a recovery code of an account; each works once. Wrong codes are audit entries and are
 * counted there: at most `maxWrongCodes` in 24 hours give a chance of 1 in 100,000 a day to guess one (one code of a
 * million is valid at a time). Recovery codes have 123 random bits or more, so they are not capped.
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
  const { db, clock, factors, mailQueue } = deps;
  const at = clock();
  const wrong = await db.transaction().execute(async (transaction) => {
    // Simultaneous attempts run one after another, so that each sees the wrong codes of those before it.
    await lockedUsers(transaction).where('id', '=', account.id).execute();
    const before = await wrongCodesOf(transaction, account.id, at);
    const isCapped = before >= maxWrongCodes;
    if (!isCapped && (await factors.takesCode(transaction, account.id, code, at))) return 0;
    if (await takesRecoveryCode(transaction, account.id, code)) {
      const actor = { userId: account.id, address: attempt.actor.address };
      await recordUserAct(transaction, 'second_factor.recovered', actor, account.id, at);
      return 0;
    }
    await recordUserAct(transaction, attempt.action, attempt.actor, account.id, at, {
      outcome: 'failure',
      details: { reason: 'code' },
    });
    return before + 1;
  });
  if (wrong === 0) return;
  if (wrong === mailedWrongCodes) {
    mailQueue.add(account.email, wrongCodesMail({ firstName: account.first_name }, wrong, at));
  }
  if (wrong > maxWrongCodes) throw tooManyCodes();
  if ((await factors.unreadableCount(db, account.id)) > 0) throw keyChanged(attempt.status);
  throw new AppError(
    'wrong_code',
    attempt.status,
    'Código incorreto ou já usado: cada um vale 30 segundos, pelo relógio do celular.',
    { field: 'code' },
  );
}

/**
 * Wrong codes of an account in the last 24 hours, at sign-ins and at confirmations. A clock that was ahead refused the
 * right codes; those entries do not count once it is put back.
 */
function wrongCodesOf(db: AppDatabase, userId: string, now: Date): Promise<number> {
  return countOf(
    db
      .selectFrom('audit_log')
      .where('subject_id', '=', userId)
      .where('action', 'in', ['session.refused', 'confirmation.refused'])
      .where('details', '=', JSON.stringify({ reason: 'code' }))
      .where('at', '>', new Date(now.getTime() - dayMs).toISOString())
      .where('at', '<=', latestEnd(now, 0)),
  );
}

export const codeMissing = (status: 400 | 401) =>
  new AppError('code_required', status, 'Digite o código do seu aplicativo de verificação.', {
    field: 'code',
  });

const tooManyCodes = () =>
  new AppError(
    'too_many_codes',
    429,
    `Houve ${maxWrongCodes} códigos errados nas últimas 24 horas. Use um código de recuperação, ou tente amanhã.`,
    { field: 'code' },
  );

const keyChanged = (status: 400 | 401) =>
  new AppError(
    'second_factor_unreadable',
    status,
    'A chave deste sistema mudou, e a sua verificação em duas etapas não funciona mais. Use um código de recuperação, ou peça a um administrador que a desligue.',
    { field: 'code' },
  );
