import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import type { Database } from '../../platform/store/schema.ts';
import { sha256 } from '../../platform/sha256.ts';
import { Seal } from './seal.ts';

const stepMs = 30_000;
/** Accepts codes of this many 30-second steps before and after, since clocks differ. */
const window = 1;
const recoveryCodes = 8;
// Base 32 without characters that look alike.
const signs = 'abcdefghjkmnpqrstuvwxyz23456789-'.slice(0, 31);

/** Creates and checks second factors: codes of an authenticator (TOTP), and recovery codes. */
export class SecondFactors {
  readonly #seal: Seal;

  /** `secret` is the installation's secret, which the databases do not contain. */
  constructor(secret: Buffer) {
    this.#seal = new Seal(secret, 'second factors');
  }

  /** Whether a person's second factor was sealed with another key than this installation's. */
  async isUnreadable(db: Kysely<Database>, userId: string): Promise<boolean> {
    const row = await db
      .selectFrom('second_factors')
      .select('sealed_secret')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row !== undefined && this.#seal.maybeOpen(row.sealed_secret, userId) === undefined;
  }

  /** How many second factors in use the installation's key cannot open. */
  async unreadableCount(db: Kysely<Database>): Promise<number> {
    const rows = await db
      .selectFrom('second_factors')
      .select(['user_id', 'sealed_secret'])
      .where('confirmed_at', 'is not', null)
      .execute();
    return rows.filter(
      ({ user_id, sealed_secret }) => this.#seal.maybeOpen(sealed_secret, user_id) === undefined,
    ).length;
  }

  /**
   * Begins a new second factor, which is required only after the user confirms it with a code. Replaces an earlier one.
   */
  async begin(
    db: Kysely<Database>,
    { id, email }: { readonly id: string; readonly email: string },
  ): Promise<{ secret: string; uri: string }> {
    const secret = new Secret({ size: 20 });
    const row = {
      sealed_secret: this.#seal.close(secret.base32, id),
      confirmed_at: null,
      last_step: 0,
    };
    await db
      .insertInto('second_factors')
      .values({ user_id: id, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    return { secret: secret.base32, uri: totpOf(secret, email).toString() };
  }

  /** Whether the code is currently valid for the user's authenticator and was not used before. */
  async takesCode(db: Kysely<Database>, userId: string, code: string, now: Date): Promise<boolean> {
    const row = await db
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const secret = row && this.#seal.maybeOpen(row.sealed_secret, userId);
    if (secret === undefined) return false;
    const timestamp = now.getTime();
    const delta = totpOf(Secret.fromBase32(secret)).validate({ token: code, timestamp, window });
    if (delta === null) return false;
    const step = Math.floor(timestamp / stepMs) + delta;
    const taken = await db
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .returning('user_id')
      .executeTakeFirst();
    return taken !== undefined;
  }
}

const totpOf = (secret: Secret, label = '') =>
  new TOTP({ issuer: 'CAGED Analytics', label, secret, period: stepMs / 1000 });

/** Whether a user must enter a second factor to sign in. */
export async function hasSecondFactor(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a user is an administrator without a second factor. */
export const lacksSecondFactor = async (db: Kysely<Database>, { id, role }: CurrentUser) =>
  role === 'ADMIN' && !(await hasSecondFactor(db, id));

/** Replaces a user's recovery codes. The new ones are returned only here. */
export async function renewRecoveryCodes(db: Kysely<Database>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, recoveryCode);
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ code_hash: recoveryHash(code), user_id: userId })))
    .execute();
  return codes;
}

/** Whether the code was one of the user's recovery codes; a match uses it up. */
export async function takesRecoveryCode(
  db: Kysely<Database>,
  userId: string,
  code: string,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', recoveryHash(code))
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Removes a user's second factor and recovery codes. Returns whether a confirmed second factor existed. */
export async function removeSecondFactor(db: Kysely<Database>, userId: string): Promise<boolean> {
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
