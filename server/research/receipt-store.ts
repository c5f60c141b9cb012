import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import { z } from 'zod';
import { ReceiptFile, type ReceiptHead } from '../../shared/contracts/receipts.ts';
import {
  type ReceiptLink,
  SearchAnswer,
  type SearchFilters,
  type AnswerWithoutReceipt,
} from '../../shared/contracts/search.ts';
import { formatCount } from '../../shared/words/format.ts';
import { distributionSha256 } from '../answers/serving/distribution-json.ts';
import { windowLimit } from '../people/limits/rate-limit.ts';
import { notFound } from '../platform/errors.ts';
import { sha256 } from '../platform/digest.ts';
import { isFullDisk } from '../platform/warehouse/engine-error.ts';
import { groupedWrites } from '../platform/store/grouped-writes.ts';
import type { AppDatabase, Database } from '../platform/store/schema.ts';
import { StoreError } from '../platform/store/store-error.ts';
import type { Store } from '../platform/store/store.ts';
import { canonicalFilters, querySha256 } from './canonical-filters.ts';
import type { FiguresDeps } from './figures.ts';
import { hasTypedText } from './remove-typed-text.ts';

/** The parts of a response that a receipt stores. */
export const AnswerMetadata = SearchAnswer.pick({
  statistics: true,
  method: true,
  debug: true,
}).extend({
  distributionSha256: z.string(),
});
export type AnswerMetadata = Readonly<z.infer<typeof AnswerMetadata>>;

export interface ReceiptsDeps extends FiguresDeps {
  readonly clock: () => Date;
  readonly version: string;
}

/** A query and the parts of its response that a receipt stores. */
export interface AnsweredQuery {
  readonly filters: SearchFilters;
  readonly metadata: AnswerMetadata;
}

export const receiptLink = (id: string): ReceiptLink => ({ id, path: `/receipt/${id}` });

/** The parts of a response that a receipt stores. */
export const metadataOf = async ({
  statistics,
  method,
  debug,
  distribution,
}: AnswerWithoutReceipt): Promise<AnswerMetadata> => ({
  statistics,
  method,
  debug,
  distributionSha256: await distributionSha256(distribution),
});

/** The owner of a receipt: the company, or a person without one. Equal responses of one owner share a receipt. */
export interface ReceiptOwner {
  readonly companyId: string | null;
  /** Null for a company's key. */
  readonly userId: string | null;
}

/** Stores a response, or finds the owner's receipt of an equal one. Returns null if nothing is published. */
export async function storeReceipt(
  db: AppDatabase,
  owner: ReceiptOwner,
  answered: AnsweredQuery,
  now: Date,
): Promise<ReceiptLink | null> {
  const { filters, metadata } = answered;
  const { release } = metadata.method;
  if (release === null) return null;
  return storeResponse(
    db,
    owner,
    {
      kind: 'pesquisa',
      answer_sha256: answerFingerprint(answered),
      question_sha256: querySha256(filters),
      release: release.number,
      filters: JSON.stringify(canonicalFilters(filters)),
      method: JSON.stringify(metadata.method),
      statistics: JSON.stringify(metadata.statistics),
      distribution_sha256: metadata.distributionSha256,
      version: metadata.debug.version,
    },
    now,
  );
}

/** Stores a response of any kind, or finds the owner's receipt of an equal one. */
export async function storeResponse(
  db: AppDatabase,
  owner: ReceiptOwner,
  answer: Omit<Insertable<Database['receipts']>, 'id' | 'created_at' | 'owner'>,
  now: Date,
): Promise<ReceiptLink | null> {
  const scope = receiptScope(owner);
  const answerSha256 = sha256(JSON.stringify([scope, answer.answer_sha256]));
  const same = db.selectFrom('receipts').select('id').where('answer_sha256', '=', answerSha256);
  const known = await same.executeTakeFirst();
  if (known !== undefined) return receiptLink(known.id);
  await storeReceiptFiles(db, answer.release);
  const inserted = await db
    .insertInto('receipts')
    .values({
      ...answer,
      answer_sha256: answerSha256,
      owner: scope,
      typed_by: hasTypedText(answer.filters) ? owner.userId : null,
      id: newReceiptId(),
      created_at: now.toISOString(),
    })
    // Another process may store the same response at the same moment.
    .onConflict((conflict) => conflict.column('answer_sha256').doNothing())
    .returning('id')
    .executeTakeFirst();
  const stored = inserted ?? (await same.executeTakeFirst());
  return stored === undefined ? null : receiptLink(stored.id);
}

/**
 * 128 random bits. An ID never begins with `-`: in CSV files, an apostrophe before it would keep spreadsheets from reading
 * a formula, and programs would read another ID.
 */
export function newReceiptId(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? newReceiptId() : id;
}

/** The owner as a receipt's row has it. */
export const receiptScope = ({ companyId, userId }: ReceiptOwner): string =>
  companyId === null ? `person ${userId}` : `company ${companyId}`;

/**
 * The fingerprint excludes the structure that was counted from, since all structures give the same figures. It also
 * excludes the completeness, which follows from the release and the period.
 */
function answerFingerprint({ filters, metadata }: AnsweredQuery): string {
  const { statistics, distributionSha256: distribution } = metadata;
  const { structure: _, completeness: _completeness, ...method } = metadata.method;
  return sha256(JSON.stringify([querySha256(filters), method, statistics, distribution]));
}

const Files = z.array(ReceiptFile);

/** Stores the release's file list once, so that its receipts can show it after the release is removed. */
async function storeReceiptFiles(db: AppDatabase, release: number): Promise<void> {
  if ((await storedFiles(db, release)) !== undefined) return;
  const files = Files.parse(await filesOfRelease(db, release));
  await db
    .insertInto('receipt_files')
    .values({ release, files: JSON.stringify(files) })
    .onConflict((conflict) => conflict.column('release').doNothing())
    .execute();
}

/** The files that a release with receipts rests on, by month and kind. */
export async function receiptFiles(db: AppDatabase, release: number): Promise<ReceiptFile[]> {
  const stored = await storedFiles(db, release);
  return stored === undefined ? [] : Files.parse(JSON.parse(stored));
}

async function storedFiles(db: AppDatabase, release: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('receipt_files')
    .select('files')
    .where('release', '=', release)
    .executeTakeFirst();
  return row?.files;
}

/** The files of a release that is still stored, by month, the newest first, and kind. */
export const filesOfRelease = (db: AppDatabase, release: number) =>
  db
    .selectFrom('release_files')
    .innerJoin('upload_files', 'upload_files.batch', 'release_files.batch')
    .select([
      'release_files.kind',
      'release_files.month',
      'release_files.batch',
      'upload_files.name',
      'upload_files.sha256',
      'upload_files.received_sha256 as receivedSha256',
      'upload_files.lines',
      'upload_files.accepted',
    ])
    .where('release_files.release', '=', release)
    .orderBy('release_files.month', 'desc')
    .orderBy('release_files.kind', 'desc')
    .execute();

/** A receipt of any kind with its release, as stored. Throws `AppError` 404 for an unknown receipt. */
export async function storedReceipt({ db }: Pick<Store, 'db'>, id: string) {
  return db
    .selectFrom('receipts')
    .innerJoin('releases', 'releases.number', 'receipts.release')
    .leftJoin('current_release', 'current_release.release', 'receipts.release')
    .selectAll('receipts')
    .select([
      'releases.published_at',
      'releases.is_synthetic',
      'releases.removed_at',
      'current_release.release as current',
    ])
    .where('receipts.id', '=', id)
    .executeTakeFirstOrThrow(unknownReceipt);
}
export const unknownReceipt = () => notFound('unknown_receipt', 'Este recibo não existe.');

export type StoredReceipt = Awaited<ReturnType<typeof storedReceipt>>;

/** The parts that every kind of receipt has, except the query. */
export async function receiptHead(
  { db }: Pick<Store, 'db'>,
  row: Omit<StoredReceipt, 'filters' | 'method' | 'statistics'>,
): Promise<Omit<ReceiptHead, 'query'>> {
  return {
    ...receiptLink(row.id),
    createdAt: row.created_at,
    version: row.version,
    release: {
      number: row.release,
      publishedAt: row.published_at,
      isSynthetic: row.is_synthetic === 1,
      isCurrent: row.current !== null,
      isKept: row.removed_at === null,
    },
    files: await receiptFiles(db, row.release),
  };
}

/** The part of a response that refers to its receipt. */
export interface ReceiptOutcome {
  /** Null if nothing is published or the receipt could not be stored. */
  readonly receipt: ReceiptLink | null;
  /** Why the receipt was not stored, for users. */
  readonly receiptNote?: string;
}

export interface ReceiptLimit<Answered> {
  /** Receipts that a caller gets in an hour, in each process: a receipt is a permanent row. */
  readonly anHour: number;
  readonly callerOf: (answered: Answered) => string;
  /** What a response without a receipt lacks, for users. */
  readonly loss: string;
}

/**
 * Returns a function that stores responses under receipts, each in a transaction; the embedded database groups several
 * in one. Beyond the limit, or if the disk is full or the database is locked, the response goes out without a receipt
 * and with a note that ends with `loss`.
 */
export function receiptWriter<Answered>(
  { db, dialect, diskReserve }: Omit<Store, 'close'>,
  store: (db: AppDatabase, answered: Answered) => Promise<ReceiptLink | null>,
  { anHour, callerOf, loss }: ReceiptLimit<Answered>,
): (answered: Answered) => Promise<ReceiptOutcome> {
  const limit = windowLimit(anHour, 3600, () => new Date());
  const remember =
    dialect === 'sqlite'
      ? groupedWrites(db, store)
      : (answered: Answered) =>
          db.transaction().execute((transaction) => store(transaction, answered));
  const leftOut = (reason: string) => ({ receipt: null, receiptNote: `${reason}: ${loss}` });
  const full = leftOut('O servidor está sem espaço em disco');
  const locked = leftOut('O banco de dados do aplicativo está ocupado');
  const tooMany = leftOut(
    `O limite de ${formatCount(anHour)} recibos por hora foi atingido, tente de novo mais tarde`,
  );
  return async (answered) => {
    if (limit.take(callerOf(answered)).left < 0) return tooMany;
    if (diskReserve?.isReleased === true) return full;
    try {
      return { receipt: await remember(answered) };
    } catch (error) {
      if (isFullDisk(error)) return full;
      if (error instanceof StoreError && error.fault === 'locked') return locked;
      throw error;
    }
  };
}
