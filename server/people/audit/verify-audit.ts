import type { AppDatabase } from '../../platform/store/schema.ts';
import {
  addressCommitment,
  chainedHash,
  entriesAfter,
  type ChainedEntry,
  type NumberedEntry,
} from './audit.ts';

export interface AuditChain {
  readonly entries: number;
  /** The first and last numbers present. Retention removes older entries. */
  readonly from: number;
  readonly to: number;
  /** Hash of the last entry. A copy stored elsewhere later proves that no earlier entry was changed. */
  readonly hash: string;
  /** Entries whose own time is far from the database's time of writing. */
  readonly oddTimes: number;
  /** Whether the witness is of an entry that retention removed, so that it was not compared. */
  readonly isWitnessRemoved: boolean;
  /** Where the chain is broken, and how. */
  readonly fault?: { readonly number: number; readonly what: ChainFault };
}

export type ChainFault = 'missing' | 'changed' | 'head' | 'witness' | 'unnumbered';

/** A number and its hash, noted earlier outside the database. */
export interface Witness {
  readonly number: number;
  readonly hash: string;
}

/** Recomputes the chain from its first entry to its head, and compares it with a witness if one is given. */
export async function verifyAudit(db: AppDatabase, witness?: Witness): Promise<AuditChain> {
  const found = await walk(db, witness);
  // Retention may have removed the first entries during the read.
  return found.fault === undefined ? found : walk(db, witness);
}

async function walk(db: AppDatabase, witness: Witness | undefined): Promise<AuditChain> {
  const head = await db.selectFrom('audit_head').selectAll().executeTakeFirst();
  const removed = head?.removed_number ?? 0;
  let [number, hash, oddTimes] = [removed, head?.removed_hash ?? '', 0];
  // The last removed entry left its hash.
  let fault: AuditChain['fault'] = witnessFault({ number, hash }, witness);
  for await (const entry of numberedEntries(db, removed, head?.number ?? 0)) {
    const next = number + 1;
    fault ??= faultOf(entry, next, hash) ?? witnessFault(entry, witness);
    if (fault !== undefined) break;
    [number, hash] = [next, entry.hash ?? ''];
    if (hasOddTime(entry)) oddTimes += 1;
  }
  fault ??= headFault({ number, hash }, head);
  if (witness !== undefined && witness.number > number)
    fault ??= { number: witness.number, what: 'missing' };
  if (await hasUnnumbered(db)) fault ??= { number, what: 'unnumbered' };
  const result = { entries: number - removed, from: removed + 1, to: number, hash, oddTimes };
  const isWitnessRemoved = witness !== undefined && witness.number < removed;
  return { ...result, isWitnessRemoved, ...(fault && { fault }) };
}

/** Whether entries without a number, outside the chain, exist. This version writes none; the triggers accept them. */
const hasUnnumbered = async (db: AppDatabase): Promise<boolean> =>
  (await db.selectFrom('audit_log').select('id').where('number', 'is', null).executeTakeFirst()) !==
  undefined;

function faultOf(entry: NumberedEntry, number: number, previous: string): AuditChain['fault'] {
  if (entry.number !== number) return { number, what: 'missing' };
  const { ip, ip_salt: salt } = entry;
  const isSame =
    entry.hash === chainedHash(previous, { ...entry, number }) &&
    (ip === null || salt === null || entry.address === addressCommitment(salt, ip));
  return isSame ? undefined : { number, what: 'changed' };
}

const witnessFault = (
  { number, hash }: Pick<ChainedEntry, 'number' | 'hash'>,
  witness: Witness | undefined,
) =>
  number !== null && number === witness?.number && hash !== witness.hash
    ? { number, what: 'witness' as const }
    : undefined;

function headFault(last: Witness, head: Witness | undefined): AuditChain['fault'] {
  if (last.number < (head?.number ?? 0)) return { number: last.number + 1, what: 'missing' };
  return last.hash === (head?.hash ?? '') ? undefined : { number: last.number, what: 'head' };
}

const farMs = 10 * 60_000;

const hasOddTime = ({ at, recorded_at }: ChainedEntry) =>
  recorded_at !== null && Math.abs(Date.parse(at) - Date.parse(recorded_at)) > farMs;

const pageLength = 500;

/** Numbered entries in ascending order, in chunks. */
async function* numberedEntries(
  db: AppDatabase,
  after: number,
  to: number,
): AsyncGenerator<NumberedEntry> {
  for (let last = after; last < to;) {
    const page = await entriesAfter(db, last, Math.min(pageLength, to - last));
    yield* page;
    if (page.length < pageLength) return;
    last = page.at(-1)?.number ?? to;
  }
}
