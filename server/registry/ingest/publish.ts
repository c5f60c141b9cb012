import type { Transaction } from 'kysely';
import { fileKinds, type FileKind } from '../../../shared/contracts/uploads.ts';
import { designEffectsOf, haveSameDesign } from '../../answers/query/design-effects.ts';
import { readableRelease } from '../../answers/query/release.ts';
import {
  currentRelease,
  type CurrentRelease,
  type PublishedFile,
  type ReleaseMonth,
} from '../../platform/store/current-release.ts';
import type { Database } from '../../platform/store/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { cancelTogether } from '../../platform/warehouse/cancel-together.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { matchExclusions, writeCancellations, type MatchRequest } from './cancellations.ts';
import { holdPointer, movePointer } from '../releases/pointer.ts';
import { sealBatches, type KnownBatch } from '../../platform/warehouse/cluster/whole-batches.ts';
import { nextBatches } from './uploads.ts';
import type { Loading } from './loading.ts';
import { defined } from '../../../shared/codes/defined.ts';

export interface Publication {
  readonly uploadId: string;
  /** Files staged in this upload; each replaces the published file of its kind and month. */
  readonly files: readonly PublishedFile[];
  readonly isSynthetic: boolean;
  readonly publishedAt: string;
  /** The release with which the files were compared; it must still be the current one. */
  readonly base: number | null;
  /** The worker that has the claim on the upload; no other may publish it. */
  readonly worker: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Creates a new release from the current one and the given files, and makes it current in one transaction of the app
 * database: readers see the old release or the new one, never a mixture. Real data is never combined with demonstration
 * data: the first real publication starts from an empty release, and no demonstration data follows it. Returns the
 * release's number. Throws `ReleaseMovedError` if another release was published since the files were compared.
 */
export async function publish(
  { store, warehouse, prepare }: Pick<Loading, 'store' | 'warehouse' | 'prepare'>,
  publication: Publication,
): Promise<number> {
  const current = await currentRelease(store);
  if (current.number !== publication.base) throw new ReleaseMovedError();
  if (publication.isSynthetic && current.number !== null && !current.isSynthetic) {
    throw new UploadStoppedError();
  }
  const base: CurrentRelease =
    current.isSynthetic === publication.isSynthetic
      ? current
      : { ...current, files: [], months: [] };
  const files = replaceFiles(base.files, publication.files);
  await sealBatches(warehouse, await acceptedRows(store, files));
  const touched = await touchedMonths(warehouse, base.files, files);
  const { publishedAt, isSynthetic, signal } = publication;
  const cancelled = await matched({ store, warehouse }, base.months, {
    months: touched,
    movementBatches: batchesOf(files, 'MOV', 'FOR'),
    exclusionBatches: batchesOf(files, 'EXC'),
    signal,
  });
  await sealBatches(warehouse, cancelledRows(cancelled));
  const months = await countMonths(warehouse, files, cancelled);
  const coming = { number: null, publishedAt, isSynthetic, files, months, designEffects: [] };
  const readable = readableRelease(coming);
  const limits = { ...wholeTable, lane: 'long' as const, signal };
  // While a thread sorts the lines for the index, a core is free. The queries of users and of the index go first.
  const designEffects = await cancelTogether(limits, async (together) => {
    const [counted] = await Promise.all([
      haveSameDesign(readableRelease(base), readable, touched)
        ? base.designEffects
        : designEffectsOf(warehouse, readable, together),
      prepare?.(coming, together.signal),
    ]);
    return counted;
  });
  signal?.throwIfAborted();
  return store.db.transaction().execute(async (transaction) => {
    if ((await holdPointer(transaction)) !== current.number) throw new ReleaseMovedError();
    return writeRelease(transaction, publication, { files, months, designEffects });
  });
}

/** The number of rows that each file of the new release must have. */
async function acceptedRows({ db }: Store, files: readonly PublishedFile[]): Promise<KnownBatch[]> {
  const accepted = await db
    .selectFrom('upload_files')
    .select(['batch', 'accepted'])
    .where(
      'batch',
      'in',
      files.map(({ batch }) => batch),
    )
    .execute();
  return accepted.map(({ batch, accepted: rows }) => ({ batch, rows: rows ?? 0 }));
}

const cancelledRows = (cancelled: ReadonlyMap<string, Cancelled>): KnownBatch[] =>
  [...cancelled.values()].flatMap(({ cancellation_batch: batch, cancelled_lines: rows }) =>
    batch === null ? [] : [{ batch, rows }],
  );

function replaceFiles(
  base: readonly PublishedFile[],
  added: readonly PublishedFile[],
): PublishedFile[] {
  const byKey = new Map(base.map((file) => [`${file.kind}${file.month}`, file]));
  for (const { kind, month, batch } of added) byKey.set(`${kind}${month}`, { kind, month, batch });
  return [...byKey.values()];
}

const batchesOf = (files: readonly PublishedFile[], ...kinds: readonly FileKind[]) =>
  files.filter(({ kind }) => kinds.includes(kind)).map(({ batch }) => batch);

type Cancelled = Pick<
  ReleaseMonth,
  'month' | 'cancelled_lines' | 'unmatched_exclusions' | 'cancellation_batch'
>;

/** Limits for queries that read a column of the whole history. */
const wholeTable = { timeoutMs: 30 * 60 * 1000, threads: 2 };

/** Matches exclusions again in the months that a changed file touches; others retain their cancellations. */
async function matched(
  { store, warehouse }: Pick<Loading, 'store' | 'warehouse'>,
  before: readonly ReleaseMonth[],
  request: MatchRequest,
): Promise<Map<string, Cancelled>> {
  const { months: touched } = request;
  const found = touched.length === 0 ? [] : await matchExclusions(warehouse, request);
  const withLines = found.filter((month) => month.matched > 0);
  const batches = await nextBatches(store, withLines.length);
  const batchOfMonth = new Map(
    withLines.map(({ month }, index) => [month, defined(batches[index])]),
  );
  if (withLines.length > 0) {
    await writeCancellations(
      warehouse,
      { ...request, months: [...batchOfMonth.keys()] },
      batchOfMonth,
    );
  }
  const stored = before.filter(({ month }) => !touched.includes(month));
  const rematched = found.map(({ month, matched: lines, unmatched }): Cancelled => ({
    month,
    cancelled_lines: lines,
    unmatched_exclusions: unmatched,
    cancellation_batch: batchOfMonth.get(month) ?? null,
  }));
  return new Map([...stored, ...rematched].map((month) => [month.month, month]));
}

async function touchedMonths(
  warehouse: Warehouse,
  before: readonly PublishedFile[],
  after: readonly PublishedFile[],
): Promise<string[]> {
  const old = new Set(before.map(({ batch }) => batch));
  const now = new Set(after.map(({ batch }) => batch));
  const changed = [...old.symmetricDifference(now)];
  if (changed.length === 0) return [];
  const rows = await warehouse.rows<{ month: number }>(
    {
      text: `
      select distinct month from movements where batch in {changed:Array(UInt32)}
      union distinct
      select distinct month from exclusions where batch in {changed:Array(UInt32)}`,
      params: { changed },
    },
    wholeTable,
  );
  return rows.map(({ month }) => String(month)).toSorted();
}

async function countMonths(
  warehouse: Warehouse,
  files: readonly PublishedFile[],
  cancelled: ReadonlyMap<string, Cancelled>,
): Promise<ReleaseMonth[]> {
  const rows = await warehouse.rows<{ month: number; mov: number; late: number }>(
    {
      text: `
      select month, countIf(kind = 'MOV') as mov, countIf(kind = 'FOR') as late
      from movements
      where weight = 1 and batch in {batches:Array(UInt32)}
      group by month`,
      params: { batches: batchesOf(files, 'MOV', 'FOR') },
    },
    wholeTable,
  );
  const lines = new Map(rows.map((row) => [String(row.month), row]));
  const months = new Set([...lines.keys(), ...cancelled.keys()]);
  return [...months].toSorted().map((month) => ({
    month,
    mov_lines: lines.get(month)?.mov ?? 0,
    for_lines: lines.get(month)?.late ?? 0,
    cancelled_lines: cancelled.get(month)?.cancelled_lines ?? 0,
    unmatched_exclusions: cancelled.get(month)?.unmatched_exclusions ?? 0,
    cancellation_batch: cancelled.get(month)?.cancellation_batch ?? null,
  }));
}

/** Another publication came between the comparison with the current release and its replacement. */
export class ReleaseMovedError extends Error {
  constructor() {
    super('The current release changed while a new one was being prepared.');
    this.name = 'ReleaseMovedError';
  }
}

async function writeRelease(
  transaction: Transaction<Database>,
  publication: Publication,
  { files, months, designEffects }: Pick<CurrentRelease, 'files' | 'months' | 'designEffects'>,
): Promise<number> {
  const last = await transaction
    .selectFrom('releases')
    .select((select) => select.fn.max('number').as('number'))
    .executeTakeFirst();
  const release = (last?.number ?? 0) + 1;
  await transaction
    .insertInto('releases')
    .values({
      number: release,
      published_at: publication.publishedAt,
      upload_id: publication.uploadId,
      is_synthetic: publication.isSynthetic ? 1 : 0,
      base: publication.base,
      unmatched_exclusions: months.reduce((sum, month) => sum + month.unmatched_exclusions, 0),
    })
    .execute();
  const sorted = files.toSorted((a, b) => fileKinds.indexOf(a.kind) - fileKinds.indexOf(b.kind));
  if (sorted.length > 0) {
    await transaction
      .insertInto('release_files')
      .values(sorted.map((file) => ({ release, ...file })))
      .execute();
  }
  if (months.length > 0) {
    await transaction
      .insertInto('release_months')
      .values(months.map((month) => ({ release, ...month })))
      .execute();
  }
  if (designEffects.length > 0) {
    await transaction
      .insertInto('design_effects')
      .values(designEffects.map((effect) => ({ release, ...effect })))
      .execute();
  }
  await movePointer(transaction, release);
  await noteRelease(transaction, publication, release);
  return release;
}

/** Only the worker that has the claim can publish an upload, once, and not after a cancellation was requested. */
async function noteRelease(
  transaction: Transaction<Database>,
  { uploadId, worker, publishedAt: finished_at }: Publication,
  release: number,
): Promise<void> {
  await transaction
    .updateTable('uploads')
    .set({ release, finished_at })
    .where('id', '=', uploadId)
    .where('status', '=', 'PROCESSING')
    .where('worker', '=', worker)
    .where('release', 'is', null)
    .where('cancel_requested_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(UploadStoppedError);
  await transaction
    .updateTable('upload_files')
    .set({ outcome: 'PUBLISHED', step: 'pronto', finished_at })
    .where('upload_id', '=', uploadId)
    .where('outcome', 'is', null)
    .execute();
}

/** The upload was cancelled, or another process has the claim. */
export class UploadStoppedError extends Error {
  constructor() {
    super('The upload was stopped before it could be published.');
    this.name = 'UploadStoppedError';
  }
}
