import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema.ts';
import { emailKey } from './users.ts';

/**
 * The mark that a known device stores. A known device is a browser that an account's owner signed in on. The mark
 * grants no access; it only distinguishes the browser from strangers to that account.
 */
export interface DeviceMark {
  readonly text: string;
  readonly expiresAt: Date;
  readonly maxAgeSeconds: number;
}

const markedForMs = 180 * 24 * 3_600_000;

/** Creates and reads the marks, which the installation signs: `number.expiry.signature`, the expiry in milliseconds. */
export class KnownDevices {
  readonly #db: Kysely<Database>;
  readonly #clock: () => Date;
  #secret: Promise<string> | undefined;

  constructor(db: Kysely<Database>, clock: () => Date) {
    this.#db = db;
    this.#clock = clock;
  }

  /** A new mark for the account of this e-mail address, or a mark of the same device with a later expiry. */
  async mark(email: string, device = randomBytes(16).toString('base64url')): Promise<DeviceMark> {
    const expiresAt = new Date(this.#clock().getTime() + markedForMs);
    const signed = `${device}.${expiresAt.getTime()}`;
    const text = `${signed}.${await this.#signature(email, signed)}`;
    return { text, expiresAt, maxAgeSeconds: markedForMs / 1000 };
  }

  /** The device that a mark names; undefined for another account's mark, an expired one and a forged one. */
  async maybeDevice(email: string, mark: string | undefined): Promise<string | undefined> {
    const parts = /^([\w-]{22})\.(\d{13})\.([\w-]{43})$/.exec(mark ?? '');
    const [, device = '', expiry = '', signature = ''] = parts ?? [];
    if (parts === null || Number(expiry) <= this.#clock().getTime()) return undefined;
    const right = await this.#signature(email, `${device}.${expiry}`);
    return timingSafeEqual(Buffer.from(right), Buffer.from(signature)) ? device : undefined;
  }

  async #signature(email: string, signed: string): Promise<string> {
    this.#secret ??= installationSecret(this.#db);
    const secret = await this.#secret.catch((error: unknown) => {
      this.#secret = undefined;
      throw error;
    });
    return createHmac('sha256', secret)
      .update(`${emailKey(email)} ${signed}`)
      .digest('base64url');
  }
}

/** The secret that all processes sign with, created by the first process that needs it. */
async function installationSecret(db: Kysely<Database>): Promise<string> {
  const name = 'device marks';
  const kept = () => db.selectFrom('secrets').select('value').where('name', '=', name);
  const found = await kept().executeTakeFirst();
  if (found !== undefined) return found.value;
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await kept().executeTakeFirstOrThrow()).value;
}
