import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Admission } from '../../platform/admission.ts';
import { AppError } from '../../platform/errors.ts';
import { passwordCost as cost } from './password-cost.ts';
import { Turnstile } from './turnstile.ts';

/** One for the process: at most 4 × 64 MiB and 4 threads go to hashing; 32 wait some seconds at the most. */
const hashing = new Admission({
  atOnce: Math.min(4, Math.max(2, availableParallelism())),
  waiting: 32,
  refusal: () =>
    new AppError(
      'busy',
      503,
      'O sistema está recebendo acessos demais agora. Tente de novo em 2 segundos.',
      { retryAfterSeconds: 2 },
    ),
});

/** A password as it may be stored: argon2id with its salt and costs. */
export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(typed(password), cost));
}

/** Whether a stored password costs less to guess than one that is stored today. */
export function isOutdated(stored: string): boolean {
  const costs = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored)?.slice(1).map(Number);
  if (costs === undefined) return true;
  const [memoryCost = 0, timeCost = 0] = costs;
  return memoryCost < cost.memoryCost || timeCost < cost.timeCost;
}

const turnstile = new Turnstile(8);

/** Throws 503 when a password could not be checked now: in a flood, before anything else is done for it. */
export async function requireHashingRoom(): Promise<void> {
  await turnstile.pass();
  hashing.requireRoom();
}

/** The same letters are other bytes from other keyboards: "ã" is one sign on one and two on another. */
const typed = (password: string) => password.normalize('NFC');

/** Until they are renewed, hashes of just these costs are of a form that took "º" for "o" and "Ａ" for "A", too. */
const isOfFolded = (stored: string) => stored.startsWith('$argon2id$v=19$m=65536,t=14,p=1$');

/** Whether two texts are one password, whatever keyboard typed them. */
export const isSamePassword = (a: string, b: string) => typed(a) === typed(b);

/** As long to compare with as any, and of no password that anybody knows. */
const decoy = [
  '',
  'argon2id',
  'v=19',
  `m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}`,
  ...[16, 32].map((bytes) => randomBytes(bytes).toString('base64').replace(/=+$/, '')),
].join('$');

/** What is stored of an account that no password opens. */
export const noPassword = '';

/**
 * Whether the password is the stored one. Without a stored one the answer is no, and costs as much, so that
 * its time does not tell which accounts exist.
 */
export async function isPassword(kept: string | undefined, password: string): Promise<boolean> {
  const stored = kept === noPassword ? undefined : kept;
  const text = isOfFolded(stored ?? '') ? password.normalize('NFKC') : typed(password);
  const isRight = await hashing.run(() => verify(stored ?? decoy, text));
  return isRight && stored !== undefined;
}
