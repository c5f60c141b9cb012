import { Comparison } from '../../../shared/contracts/comparison.ts';
import type { FileOutcome, FileStep, UploadReason } from '../../../shared/contracts/uploads.ts';
import { compareWithPublished } from '../comparison/compare.ts';
import { holding } from '../comparison/hold-reasons.ts';
import type { UploadFileRow } from '../../platform/store/loads-schema.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Loading } from './loading.ts';
import { progressNotes, type ProgressNotes } from './progress-notes.ts';
import { publish, ReleaseMovedError, UploadStoppedError } from './publish.ts';
import { loadFile } from './load-file.ts';
import { discardBatch, type StagedFile } from './stage-file.ts';
import { findUpload, nextBatches, type FoundUpload } from './uploads.ts';

/** The dependencies of a load, for the worker that has the claim on the upload. */
export interface ClaimedLoading extends Loading {
  readonly worker: string;
}

/** The result of an upload: its release, if any, and each file's outcome. */
export interface ProcessedUpload {
  readonly release: number | null;
  readonly outcomes: readonly FileOutcome[];
  /** The reasons why it awaits approval; empty if it does not. */
  readonly waits: readonly UploadReason[];
}

/**
 * Loads the files of an upload and publishes the accepted ones in one release. A refused file does not hold the others
 * back. The function may run again after a crash: files that an earlier run staged completely are reused, and the rest
 * is discarded first.
 */
export async function processUpload(
  uploadId: string,
  loading: ClaimedLoading,
): Promise<ProcessedUpload> {
  const upload = await findUpload(loading.store, uploadId);
  if (upload === undefined) throw new Error(`There is no upload ${uploadId}.`);
  if (upload.release !== null) {
    // The process ended between publishing and ending the upload.
    const ended = upload.files.flatMap(({ outcome }) => outcome ?? []);
    return { release: upload.release, outcomes: ended, waits: [] };
  }
  const { files, staged, outcomes, notes } = await stageFiles(upload, loading);
  if (staged.length === 0) return { release: null, outcomes, waits: [] };
  const enter = async (step: FileStep) => {
    for (const { batch } of staged) await notes.get(batch)?.enter(step);
  };
  const result = await compareAndPublish({ ...upload, files }, staged, enter, loading);
  if (typeof result !== 'number') return { release: null, outcomes, waits: result };
  for (const { batch } of staged) await notes.get(batch)?.finished('PUBLISHED', null);
  const published = staged.map(() => 'PUBLISHED' as const);
  return { release: result, outcomes: [...outcomes, ...published], waits: [] };
}

/**
 * Publishes files that were compared with exactly the release that the new one follows. Returns the new release's
 * number, or the reasons why the upload awaits approval. If another release was published in between, or a file that
 * was refused before is staged now, an approval no longer counts and everything is compared again.
 */
async function compareAndPublish(
  upload: FoundUpload,
  staged: readonly StagedFile[],
  enter: (step: FileStep) => Promise<void>,
  loading: ClaimedLoading,
): Promise<number | readonly UploadReason[]> {
  for (let attempt = 1; ; attempt++) {
    const current = (await currentRelease(loading.store)).number;
    const isApproved =
      upload.approved_at !== null &&
      upload.compared_release === current &&
      (await wereCompared(upload.id, staged, loading));
    let base = current;
    if (!isApproved) {
      await enter('conferir');
      const compared = await compare(upload, staged, loading);
      if (holding(compared.reasons).length > 0) return compared.reasons;
      base = compared.against;
    }
    await enter('publicar');
    try {
      return await publish(loading, {
        uploadId: upload.id,
        files: staged,
        isSynthetic: upload.origin === 'demonstration',
        publishedAt: loading.clock().toISOString(),
        base,
        worker: loading.worker,
        signal: loading.signal,
      });
    } catch (error) {
      if (!(error instanceof ReleaseMovedError) || attempt === 5) throw error;
    }
  }
}

/** Whether the stored comparison, to which an approval refers, covers every staged file. */
async function wereCompared(
  uploadId: string,
  staged: readonly StagedFile[],
  { store }: Loading,
): Promise<boolean> {
  const comparison = await maybeStoredComparison(store, uploadId);
  const compared = new Set(comparison?.files.map(({ file }) => file));
  return staged.every(({ batch }) => compared.has(batch));
}

/** The comparison of an upload with the published data; undefined while there is none. */
export async function maybeStoredComparison(
  { db }: Store,
  id: string,
): Promise<Comparison | undefined> {
  const { comparison } = await db
    .selectFrom('uploads')
    .select('comparison')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return comparison === null ? undefined : Comparison.parse(JSON.parse(comparison));
}

/** Compares the staged files with the published ones, and stores the comparison. */
async function compare(
  { id, origin, files }: FoundUpload,
  staged: readonly StagedFile[],
  loading: ClaimedLoading,
): Promise<Comparison> {
  const nameOf = new Map(files.map(({ batch, name }) => [batch, name]));
  const comparison = await compareWithPublished(
    loading,
    staged.map(({ batch, kind, month }) => ({ batch, kind, month, name: nameOf.get(batch) ?? '' })),
    await maybeStoredComparison(loading.store, id),
  );
  const reasons = origin === 'demonstration' ? [] : comparison.reasons;
  const result = { ...comparison, reasons };
  await loading.store.db
    .updateTable('uploads')
    .set({
      comparison: JSON.stringify(result),
      reasons: JSON.stringify(reasons),
      compared_release: comparison.against,
      // An earlier approval referred to another comparison.
      approved_by: null,
      approved_at: null,
    })
    .where('id', '=', id)
    .where('worker', '=', loading.worker)
    .returning('id')
    .executeTakeFirstOrThrow(UploadStoppedError);
  return result;
}

/** Stages the files that neither are published nor were found unchanged. */
async function stageFiles(upload: FoundUpload, loading: ClaimedLoading) {
  const files: UploadFileRow[] = [];
  const staged: StagedFile[] = [];
  const outcomes: FileOutcome[] = [];
  const notes = new Map<number, ProgressNotes>();
  for (const known of upload.files) {
    if (known.outcome === 'PUBLISHED') continue;
    // A rollback may have undone the published version since: its content returns only if a user requests it.
    if (known.outcome === 'UNCHANGED') {
      outcomes.push(known.outcome);
      continue;
    }
    const file = await freshlyNumbered(known, loading);
    files.push(file);
    const fileNotes = progressNotes(file, loading);
    notes.set(file.batch, fileNotes);
    const result = await loadFile({ file, notes: fileNotes, earlier: staged }, loading);
    if (typeof result === 'string') outcomes.push(result);
    else staged.push(result);
  }
  return { files, staged, outcomes, notes };
}

/** Assigns a new batch to a file that is not staged: the worker that read it may still write into the old one. */
async function freshlyNumbered(file: UploadFileRow, loading: Loading): Promise<UploadFileRow> {
  if (file.started_at === null || file.staged_at !== null) return file;
  const { store, warehouse } = loading;
  await discardBatch(warehouse, file.batch);
  const [batch = file.batch] = await nextBatches(store, 1);
  await store.db.transaction().execute(async (transaction) => {
    const row = transaction.updateTable('upload_files').where('batch', '=', file.batch);
    // First, because it locks the file's row, as `countProfile` does.
    await row.set({ profile: null }).execute();
    // Counts of an even earlier run refer to the file by its batch number; they are deleted and counted again.
    await transaction.deleteFrom('file_months').where('batch', '=', file.batch).execute();
    await row.set({ batch }).execute();
  });
  return { ...file, batch };
}
