import { createHmac, randomBytes } from 'node:crypto';
import { dayMs } from '../../../shared/codes/months.ts';
import { isSameSecret } from '../../platform/digest.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { storedSecret } from '../../platform/store/stored-secret.ts';
import { noPassword } from './passwords.ts';
import { emailKey, maybeAccount } from './users.ts';

const validMs = 180 * dayMs;

/**
 * Issues and reads the tokens of known devices: browsers on which an account's owner signed in. A token grants no access;
 * it only distinguishes the browser from strangers to that account. The installation signs it:
 * `number.expiry.signature`, the expiry in milliseconds. The signature covers the account's stored password hash: a new
 * password, or the same one hashed again at other costs, makes the account's earlier tokens invalid. A user who knew only
 * an earlier password has no known device.
 */
export function knownDevices(db: AppDatabase, clock: () => Date) {
  let secret: string | undefined;
  const signatureOf = async (email: string, signed: string): Promise<string> => {
    secret ??= await storedSecret(db, 'device marks');
    const account = await maybeAccount(db, email);
    return createHmac('sha256', secret)
      .update(`${emailKey(email)} ${account?.password_hash ?? noPassword} ${signed}`)
      .digest('base64url');
  };

  return {
    /** A new token for the account of this e-mail address, or one for the same device with a later expiry. */
    issue: async (email: string, device = randomBytes(16).toString('base64url')) => {
      const expiresAt = new Date(clock().getTime() + validMs);
      const signed = `${device}.${expiresAt.getTime()}`;
      const token = `${signed}.${await signatureOf(email, signed)}`;
      return { token, expiresAt, maxAgeSeconds: validMs / 1000 };
    },

    /** The device that a token names; undefined for another account, an earlier password, an expired or forged one. */
    maybeDevice: async (email: string, token: string | undefined): Promise<string | undefined> => {
      const parts = /^([\w-]{22})\.(\d{13})\.([\w-]{43})$/.exec(token ?? '');
      const [, device = '', expiry = '', signature = ''] = parts ?? [];
      if (parts === null || Number(expiry) <= clock().getTime()) return undefined;
      const right = await signatureOf(email, `${device}.${expiry}`);
      return isSameSecret(right, signature) ? device : undefined;
    },
  };
}

export type KnownDevices = ReturnType<typeof knownDevices>;
