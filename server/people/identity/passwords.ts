import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../platform/errors.ts';
import { ConcurrencyLimit } from '../../platform/limits/concurrency-limit.ts';
import { passwordCost as cost } from './password-cost.ts';

/** One limit for the process: hashing uses at most 4 × 64 MiB and 4 threads. At most 32 calls wait, some seconds. */
const hashing = new ConcurrencyLimit({
  slots: Math.min(4, Math.max(2, availableParallelism())),
  queue: {
    size: 32,
    refusal: () =>
      new AppError(
        'busy',
        503,
        'O sistema está recebendo acessos demais agora. Tente de novo em 2 segundos.',
        { retryAfterSeconds: 2 },
      ),
  },
});

/** The hash of a password for storage: argon2id with its salt and costs. */
export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(typed(password), cost));
}

/** Whether a stored hash costs less to guess than a new one. */
export function isOutdated(stored: string): boolean {
  const costs = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored)?.slice(1).map(Number);
  if (costs === undefined) return true;
  const [memoryCost = 0, timeCost = 0] = costs;
  return memoryCost < cost.memoryCost || timeCost < cost.timeCost;
}

/** Normalises the text, since keyboards encode letters differently: "ã" is one character on some and two on others. */
const typed = (password: string) => password.normalize('NFC');

/** Hashes of exactly these costs have an older form, which treats "º" as "o" and "Ａ" as "A", until renewed. */
const isOfFolded = (stored: string) => stored.startsWith('$argon2id$v=19$m=65536,t=14,p=1$');

/** Whether two texts are the same password, whatever the keyboard. */
export const isSamePassword = (a: string, b: string) => typed(a) === typed(b);

/** A hash of no known password. Comparing with it takes as long as with a stored one. */
const decoy = [
  '',
  'argon2id',
  'v=19',
  `m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}`,
  ...[16, 32].map((bytes) => randomBytes(bytes).toString('base64').replace(/=+$/, '')),
].join('$');

/** The stored value for an account that no password opens. */
export const noPassword = '';

/**
 * Whether the password is the stored one. Without a stored one the result is false after the same work, so that the
 * response time does not reveal which accounts exist.
 */
export async function isPassword(
  storedHash: string | undefined,
  password: string,
): Promise<boolean> {
  const stored = storedHash === noPassword ? undefined : storedHash;
  const text = isOfFolded(stored ?? '') ? password.normalize('NFKC') : typed(password);
  const isRight = await hashing.run(() => verify(stored ?? decoy, text));
  return isRight && stored !== undefined;
}
