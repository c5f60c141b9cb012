import { queryOptions } from '@tanstack/react-query';
import { getOptions } from '../../../lib/get-options.ts';
import { type SealedPayroll, storedPayroll } from '../../../lib/stored-payroll.ts';
import { MarketNames } from '../../../../shared/contracts/market.ts';
import type { Choices } from '../market/placed-people.ts';
import type { Roll } from '../reading/read-people.ts';

/** OWASP's recommendation for PBKDF2 with SHA-256 (2023). */
const rounds = 600_000;
/** The version of the encrypted content; other versions are rejected. */
const version = 1;

/** The minimum password length, in characters. */
export const minPasswordLength = 10;

/** Browsers allow encryption only on https and on localhost. */
export const canSeal = (): boolean => globalThis.isSecureContext;

async function keyOf(password: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(password.normalize('NFC'));
  const material = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

/** Encrypts a payroll with the password: PBKDF2-SHA-256 and AES-256-GCM, with a separate salt for each. */
export async function sealRoll(
  { roll, choices }: Omit<HeldRoll, 'serial'>,
  { owner, password, now }: { owner: string; password: string; now: Date },
): Promise<SealedPayroll> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await keyOf(password, salt);
  const text = new TextEncoder().encode(JSON.stringify({ version, roll, choices }));
  const additionalData = new TextEncoder().encode(owner);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, text);
  return { owner, keptAt: now.toISOString(), salt, iv, sealed };
}

/** Decrypts a payroll; null if the password is wrong or the content has another version. */
export async function openedRoll(
  { owner, salt, iv, sealed }: SealedPayroll,
  password: string,
): Promise<HeldRoll | null> {
  try {
    const key = await keyOf(password, salt);
    const additionalData = new TextEncoder().encode(owner);
    const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, sealed);
    const result: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isPayroll(result) ? heldRoll(result.roll, result.choices) : null;
  } catch {
    return null;
  }
}

/** Content that decrypts under the key was encrypted by this code, so checking the version is enough. */
function isPayroll(result: unknown): result is Pick<HeldRoll, 'roll' | 'choices'> {
  return (
    typeof result === 'object' &&
    result !== null &&
    'version' in result &&
    result.version === version
  );
}

/** The names of jobs and places. They are the same for all users, and large, so only this screen fetches them. */
export const marketNamesOptions = getOptions(['market-names'], '/api/market/names', MarketNames, {
  staleTime: Infinity,
});

/** The payroll that this user stored in this browser; null if there is none, or if the browser cannot encrypt. */
export const storedPayrollOptions = (owner: string) =>
  queryOptions({
    queryKey: ['stored-payroll', owner],
    queryFn: () => (canSeal() ? storedPayroll(owner).catch(() => null) : null),
    gcTime: 0,
  });

export interface HeldRoll {
  /** New for each payroll and each correction: query keys use it, so that they contain no value of the payroll. */
  readonly serial: number;
  readonly roll: Roll;
  readonly choices: Choices;
}

let serials = 0;

export function heldRoll(roll: Roll, choices: Choices): HeldRoll {
  serials += 1;
  return { serial: serials, roll, choices };
}

let held: { readonly owner: string; readonly roll: HeldRoll } | undefined;

/** The payroll that this user left on the screen in this tab, in memory only; never another user's. */
export function rollInMemory(owner: string): HeldRoll | undefined {
  if (held?.owner !== owner) held = undefined;
  return held?.roll;
}

export function rememberRoll(owner: string, roll: HeldRoll | undefined): void {
  held = roll && { owner, roll };
}
