import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { conflict } from '../../platform/errors.ts';
import { currentRelease, type PublishedFile } from '../../platform/store/current-release.ts';
import type { Store, StoreAndClock } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { countProfile } from '../comparison/profile.ts';
import type { Loading } from '../ingest/loading.ts';
import { sweepOrphans } from '../ingest/orphans.ts';
import { publish } from '../ingest/publish.ts';
import { publishedSentence } from '../ingest/upload-acts.ts';
import { uploadRows } from '../ingest/upload-jobs.ts';
import { findUpload, queueUpload } from '../ingest/uploads.ts';
import { holdPointer } from '../releases/pointer.ts';
import { drawnTables, headerLine, loadSql, textSql } from './file-sql.ts';
import { planMonths, type GeneratorOrder, type GeneratorPlan, type PlannedFile } from './plan.ts';

export interface GeneratorProgress {
  /** The file whose lines are being generated; null while the months are published. */
  readonly file: string | null;
  readonly lines: number;
  readonly allLines: number;
}

type OnProgress = (progress: GeneratorProgress) => void;

const fileTimeoutMs = 60 * 60 * 1000;

const nameOf = ({ kind, month }: Pick<PlannedFile, 'kind' | 'month'>) => `CAGED${kind}${month}.txt`;

/** The files one after the other, with a report before each one and at the end. */
function* withProgress<File extends PlannedFile>(files: readonly File[], report?: OnProgress) {
  const allLines = linesOf(files);
  for (const [index, file] of files.entries()) {
    report?.({ file: nameOf(file), lines: linesOf(files.slice(0, index)), allLines });
    yield file;
  }
  report?.({ file: null, lines: allLines, allLines });
}

const linesOf = (files: readonly { readonly lines: number }[]) =>
  files.reduce((sum, { lines }) => sum + lines, 0);

export interface WriteOptions extends GeneratorOrder {
  readonly warehouse: Warehouse;
  /** The folder of the files; created if it is missing. */
  readonly directory: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

export interface WrittenFile extends PlannedFile {
  readonly path: string;
}

/**
 * Writes synthetic months in MTE's file format, `CAGEDMOV202001.txt` and so on. They have the same lines that
 * `generateMonths` loads for the same order. An existing file of that name is overwritten; one that fails is removed.
 */
export async function writeMonths({
  warehouse,
  directory,
  signal,
  onProgress,
  ...order
}: WriteOptions): Promise<WrittenFile[]> {
  await mkdir(directory, { recursive: true });
  const plan = planMonths(order);
  await using tables = await drawnTables(warehouse);
  const written: WrittenFile[] = [];
  for (const file of withProgress(plan.files, onProgress)) {
    const path = join(directory, nameOf(file));
    const text = async function* () {
      yield Buffer.from(`${headerLine(file)}\r\n`);
      const limits = { timeoutMs: fileTimeoutMs, signal };
      yield* warehouse.bytes(textSql({ tables, plan, file }), 'text', limits);
    };
    try {
      await pipeline(Readable.from(text()), createWriteStream(path));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    written.push({ ...file, path });
  }
  return written;
}

export interface GenerateOptions
  extends GeneratorOrder, Pick<Loading, 'store' | 'warehouse' | 'clock' | 'prepare' | 'signal'> {
  readonly onProgress?: OnProgress;
}

export interface Generated {
  readonly release: number;
  /** Number of lines of MOV and FOR, and of EXC. */
  readonly movements: number;
  readonly exclusions: number;
}

/**
 * Generates synthetic months inside the engine, directly into batches, and publishes them in one release that is marked
 * synthetic. Each file replaces the published one of its kind and month; other synthetic months stay. Throws
 * `real_data_published` (409) beside real data, and `load_in_progress` (409) while another load runs.
 */
export async function generateMonths(options: GenerateOptions): Promise<Generated> {
  const { store, warehouse, clock, signal } = options;
  await refuseBesideRealData(store);
  const plan = planMonths(options);
  const { id, worker, files } = await beginGeneration({ store, clock }, plan);
  const rows = uploadRows({ store, clock });
  const renewal = setInterval(() => {
    // If a renewal fails, the next one comes long before the claim expires.
    rows.renew(id, { worker, leaseUntil: claimUntil(clock()) }).catch(() => undefined);
  }, renewEveryMs);
  let release: number;
  try {
    await sweepOrphans(store, warehouse, clock);
    await load(options, plan, files);
    release = await publish(options, {
      uploadId: id,
      files,
      isSynthetic: true,
      publishedAt: clock().toISOString(),
      base: (await currentRelease(store)).number,
      worker,
      signal,
    });
  } catch (error) {
    // The next load sweeps its lines.
    await rows.end(id, worker, ['FAILED', stoppedSentence]);
    throw error;
  } finally {
    clearInterval(renewal);
  }
  // If this fails, the claim expires and a runner ends the upload.
  await rows.end(id, worker, ['COMPLETED', publishedSentence(release, files.length)]);
  const exclusions = linesOf(plan.files.filter(({ kind }) => kind === 'EXC'));
  return { release, movements: linesOf(plan.files) - exclusions, exclusions };
}

/** Generates every file into its batch, and counts its profile. */
async function load(
  { store, warehouse, clock, signal, onProgress }: GenerateOptions,
  plan: GeneratorPlan,
  files: readonly (PlannedFile & PublishedFile)[],
): Promise<void> {
  const limits = { threads: 2, timeoutMs: fileTimeoutMs, signal };
  await using tables = await drawnTables(warehouse);
  for (const file of withProgress(files, onProgress)) {
    const { batch, kind, month, lines } = file;
    const startedAt = clock().toISOString();
    await warehouse.run(loadSql({ tables, plan, file }, batch), limits);
    await countProfile({ store, warehouse, signal }, { batch, kind });
    const now = clock().toISOString();
    const counts = { lines, accepted: lines, rejected: 0, progress_lines: lines };
    await store.db
      .updateTable('upload_files')
      .set({ kind, month, ...counts, started_at: startedAt, staged_at: now, finished_at: now })
      .where('batch', '=', batch)
      .execute();
  }
}

/** Synthetic lines are never published beside real ones. */
async function refuseBesideRealData(store: Store): Promise<void> {
  const { number, isSynthetic } = await currentRelease(store);
  if (number === null || isSynthetic) return;
  throw conflict(
    'real_data_published',
    'Há dados reais publicados nesta instalação, e dados sintéticos não se misturam com eles. Para gerar, use outra pasta de dados em DATA_DIR.',
  );
}

const workerName = 'generator';

const stoppedSentence =
  'A geração de dados sintéticos parou antes do fim; os dados publicados não mudaram.';

/** Duration of a claim without renewal, in milliseconds: other loads wait this long if its process has died. */
const claimMs = 60_000;
const renewEveryMs = 10_000;

const claimUntil = (now: Date) => new Date(now.getTime() + claimMs).toISOString();

/**
 * Inserts the rows of a new generation: a demonstration upload that a worker has claimed, and whose files are generated
 * in the engine and never exist on disk.
 */
async function beginGeneration({ store, clock }: StoreAndClock, plan: GeneratorPlan) {
  const [worker, now] = [`${workerName} ${randomUUID()}`, clock()];
  const upload = {
    origin: 'demonstration',
    competencia: null,
    createdBy: null,
    files: plan.files.map(({ kind, month }) => ({
      name: nameOf({ kind, month }),
      // This path does not exist, so that reloading the file reports that the file is gone.
      path: `/dados-sinteticos/${nameOf({ kind, month })}`,
      bytes: 0,
      stated: { kind, month },
    })),
  } as const;
  const id = await queueUpload(store, upload, clock, async (transaction) => {
    // Claims are made one at a time, as with every load.
    await holdPointer(transaction);
    const busy = await transaction
      .selectFrom('uploads')
      .select('id')
      .where('status', '=', 'PROCESSING')
      .where('lease_until', '>', now.toISOString())
      .executeTakeFirst();
    if (busy !== undefined) {
      throw conflict(
        'load_in_progress',
        'Um envio está em andamento nesta instalação. Espere que ele termine e gere os dados depois.',
      );
    }
    const failed = { status: 'FAILED', message: stoppedSentence } as const;
    // A generation whose process is gone is never resumed; its lines are swept.
    await transaction
      .updateTable('uploads')
      .set({ ...failed, finished_at: now.toISOString(), worker: null, lease_until: null })
      .where('status', '=', 'PROCESSING')
      .where('worker', 'like', `${workerName} %`)
      .where('release', 'is', null)
      .execute();
    return { worker, lease_until: claimUntil(now) };
  });
  const queued = await findUpload(store, id);
  const files = plan.files.map((planned, index) => {
    const batch = queued?.files[index]?.batch;
    if (batch === undefined) throw new Error('Every file has a batch.');
    return { ...planned, batch };
  });
  return { id, worker, files };
}
