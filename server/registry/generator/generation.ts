import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { nextBatches } from '../ingest/batches.ts';
import { untouched } from '../ingest/uploads.ts';
import { holdPointer } from '../releases/pointer.ts';
import { currentRelease, type PublishedFile } from '../../platform/store/current-release.ts';
import type { Database } from '../../platform/store/schema.ts';
import type { Store, StoreAndClock } from '../../platform/store/store.ts';
import type { GeneratorPlan } from './plan.ts';

/** A generation is a demonstration upload whose files are generated in the engine and never exist on disk. */
export interface Generation {
  readonly id: string;
  readonly worker: string;
  /** In the order of the plan. */
  readonly files: readonly GeneratedFile[];
}

export interface GeneratedFile extends PublishedFile {
  readonly name: string;
}

/** Synthetic lines are never published beside real ones. Throws `real_data_published` (409). */
export async function refuseBesideRealData(store: Store): Promise<void> {
  const { number, isSynthetic } = await currentRelease(store);
  if (number === null || isSynthetic) return;
  throw new AppError(
    'real_data_published',
    409,
    'Há dados reais publicados nesta instalação, e dados sintéticos não se misturam com eles. Para gerar, use outra pasta de dados em DATA_DIR.',
  );
}

const workerName = 'generator';

const stoppedSentence =
  'A geração de dados sintéticos parou antes do fim; os dados publicados não mudaram.';

/** Duration of a claim without renewal, in milliseconds: other loads wait this long if its process has died. */
const claimMs = 60_000;
const renewEveryMs = 10_000;

/**
 * Writes the rows of a new generation in the form of an upload that a worker has claimed. Throws `load_in_progress`
 * (409).
 */
export async function beginGeneration(
  { store, clock }: StoreAndClock,
  plan: GeneratorPlan,
): Promise<Generation> {
  const [id, worker] = [randomUUID(), `${workerName} ${randomUUID()}`];
  const batches = await nextBatches(store, plan.files.length);
  const files = plan.files.map(({ kind, month }, index) => ({
    kind,
    month,
    batch: batches[index] ?? 0,
    name: `CAGED${kind}${month}.txt`,
  }));
  const now = clock();
  await store.db.transaction().execute(async (transaction) => {
    // Claims are made one at a time, as with every load.
    await holdPointer(transaction);
    const busy = await transaction
      .selectFrom('uploads')
      .select('id')
      .where('status', '=', 'PROCESSING')
      .where('lease_until', '>', now.toISOString())
      .executeTakeFirst();
    if (busy !== undefined) throw loadInProgress();
    await endAbandoned(transaction, now);
    await transaction
      .insertInto('uploads')
      .values({
        id,
        worker,
        origin: 'demonstration',
        competencia: null,
        source: null,
        status: 'PROCESSING',
        message: null,
        created_by: null,
        created_at: now.toISOString(),
        finished_at: null,
        lease_until: claimUntil(now),
        release: null,
      })
      .execute();
    for (const { name, kind, month, batch } of files) {
      await transaction
        .insertInto('upload_files')
        .values({
          ...untouched,
          batch,
          upload_id: id,
          name,
          path: neverOnDisk(name),
          asked_kind: kind,
          asked_month: month,
          bytes: 0,
          from_source: 0,
        })
        .execute();
    }
  });
  return { id, worker, files };
}

/** A generation whose process is gone is never resumed; its lines are swept. */
async function endAbandoned(transaction: Transaction<Database>, now: Date): Promise<void> {
  await transaction
    .updateTable('uploads')
    .set({
      status: 'FAILED',
      message: stoppedSentence,
      finished_at: now.toISOString(),
      worker: null,
      lease_until: null,
    })
    .where('status', '=', 'PROCESSING')
    .where('worker', 'like', `${workerName} %`)
    .where('release', 'is', null)
    .execute();
}

/** A path that does not exist, so that reloading the file reports that the file is gone. */
const neverOnDisk = (name: string) => `/dados-sinteticos/${name}`;

const claimUntil = (now: Date) => new Date(now.getTime() + claimMs).toISOString();

const loadInProgress = () =>
  new AppError(
    'load_in_progress',
    409,
    'Um carregamento está em andamento nesta instalação. Espere que ele termine e gere os dados depois.',
  );

/** Records that a file's lines are all in their batch. */
export async function noteFile(
  { store, clock }: StoreAndClock,
  file: GeneratedFile & { readonly lines: number; readonly startedAt: string },
): Promise<void> {
  const now = clock().toISOString();
  await store.db
    .updateTable('upload_files')
    .set({
      kind: file.kind,
      month: file.month,
      lines: file.lines,
      accepted: file.lines,
      rejected: 0,
      progress_lines: file.lines,
      started_at: file.startedAt,
      staged_at: now,
      finished_at: now,
    })
    .where('batch', '=', file.batch)
    .execute();
}

/** Renews the claim periodically until disposed of. */
export function keepClaim({ store, clock }: StoreAndClock, { id, worker }: Generation): Disposable {
  const renew = () =>
    store.db
      .updateTable('uploads')
      .set({ lease_until: claimUntil(clock()) })
      .where('id', '=', id)
      .where('worker', '=', worker)
      .execute()
      // The next renewal comes long before the claim expires.
      .catch(() => undefined);
  const timer = setInterval(() => void renew(), renewEveryMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * Ends the generation, with the release that contains its lines or, if it failed, without one: then the next load
 * sweeps the lines.
 */
export async function endGeneration(
  { store, clock }: StoreAndClock,
  { id, worker, files }: Generation,
  release: number | null,
): Promise<void> {
  const finished_at = clock().toISOString();
  if (release !== null) {
    await store.db
      .updateTable('upload_files')
      .set({ step: 'pronto', outcome: 'PUBLISHED' })
      .where('upload_id', '=', id)
      .execute();
  }
  await store.db
    .updateTable('uploads')
    .set({
      status: release === null ? 'FAILED' : 'COMPLETED',
      message:
        release === null
          ? stoppedSentence
          : `Versão ${release} dos dados publicada com ${files.length} arquivos sintéticos.`,
      finished_at,
      worker: null,
      lease_until: null,
    })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .execute();
}
