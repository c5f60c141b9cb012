import { AppError } from '../errors.ts';
import { currentRelease, type PublishedFile } from '../store/current-release.ts';
import type { FileOutcome, UploadFileRow } from '../store/loads-schema.ts';
import type { Store } from '../store/store.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import type { FileIdentity } from './identify.ts';
import { ProgressNotes } from './progress-notes.ts';
import { publish, ReleaseMovedError } from './publish.ts';
import { refuseTooManyRejections } from './rejections.ts';
import {
  discardBatch,
  discardRows,
  stageFile,
  type KnownVersion,
  type StagedFile,
} from './stage-file.ts';

export interface Loading {
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly maxTextBytes: number;
  /** A file with a larger share of rejected lines, in percent, is not published. */
  readonly maxRejectedPercent: number;
  readonly clock: () => Date;
  readonly signal?: AbortSignal;
}

/** How an upload ended: the release that it made, if any, and each file's outcome. */
export interface ProcessedUpload {
  readonly release: number | null;
  readonly outcomes: readonly FileOutcome[];
}

/**
 * Loads the files of an upload and publishes what is good in one release. A refused file does not hold the others
 * back. It may run again after a crash: what an earlier run left behind is discarded first.
 */
export async function processUpload(uploadId: string, loading: Loading): Promise<ProcessedUpload> {
  const { store, warehouse } = loading;
  const upload = await store.db
    .selectFrom('uploads')
    .select(['origin', 'release'])
    .where('id', '=', uploadId)
    .executeTakeFirstOrThrow();
  const files = await store.db
    .selectFrom('upload_files')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .orderBy('batch')
    .execute();
  if (upload.release !== null) return finishPublished(uploadId, upload.release, loading);
  const staged: StagedFile[] = [];
  const outcomes: FileOutcome[] = [];
  for (const file of files) {
    await discardBatch(warehouse, file.batch);
    const result = await settle(file, staged, loading);
    if (typeof result === 'string') outcomes.push(result);
    else staged.push(result);
  }
  if (staged.length === 0) return { release: null, outcomes };
  const release = await publishStaged(uploadId, staged, upload.origin === 'demonstration', loading);
  return { release, outcomes: [...outcomes, ...staged.map(() => 'PUBLISHED' as const)] };
}

/** The process ended between publishing and noting it: only the notes are left to write. */
async function finishPublished(
  uploadId: string,
  release: number,
  { store, clock }: Loading,
): Promise<ProcessedUpload> {
  await store.db
    .updateTable('upload_files')
    .set({ outcome: 'PUBLISHED', step: 'pronto', finished_at: clock().toISOString() })
    .where('upload_id', '=', uploadId)
    .where('outcome', 'is', null)
    .execute();
  const files = await store.db
    .selectFrom('upload_files')
    .select('outcome')
    .where('upload_id', '=', uploadId)
    .execute();
  return { release, outcomes: files.flatMap(({ outcome }) => (outcome === null ? [] : [outcome])) };
}

/** Stages one file and notes how it went; a refusal is an outcome, any other error ends the upload. */
async function settle(
  file: UploadFileRow,
  earlier: readonly StagedFile[],
  loading: Loading,
): Promise<StagedFile | Exclude<FileOutcome, 'PUBLISHED'>> {
  const notes = new ProgressNotes(loading.store, file.batch, loading.clock);
  await notes.started();
  try {
    const result = await stage(file, earlier, loading, notes);
    if ('isUnchanged' in result) {
      await discardRows(loading.warehouse, file.batch);
      await notes.finished('UNCHANGED', 'O mesmo conteúdo já está publicado; nada mudou.', result);
      return 'UNCHANGED';
    }
    await notes.read(result);
    refuseTooManyRejections(result, loading.maxRejectedPercent);
    return result;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await discardRows(loading.warehouse, file.batch);
    await notes.finished('REFUSED', error.message);
    return 'REFUSED';
  } finally {
    await notes.close();
  }
}

async function stage(
  file: UploadFileRow,
  earlier: readonly StagedFile[],
  loading: Loading,
  notes: ProgressNotes,
) {
  const asked = {
    ...(file.asked_kind && { kind: file.asked_kind }),
    ...(file.asked_month && { month: file.asked_month }),
  };
  return stageFile(
    { batch: file.batch, path: file.path, name: file.name, asked },
    {
      warehouse: loading.warehouse,
      maxTextBytes: loading.maxTextBytes,
      onProgress: (progress) => notes.progress(progress),
      knownVersion: (identity) => knownVersion(loading.store, identity, earlier),
      ...(loading.signal && { signal: loading.signal }),
    },
  );
}

/** The file of this kind and month that came earlier in the upload or else is published. */
async function knownVersion(
  store: Store,
  { kind, month }: FileIdentity,
  earlier: readonly StagedFile[],
): Promise<KnownVersion | undefined> {
  const isSame = (file: FileIdentity) => file.kind === kind && file.month === month;
  const sibling = earlier.find(isSame);
  if (sibling !== undefined) return { ...sibling, isSibling: true };
  const published = (await currentRelease(store)).files.find(isSame);
  if (published === undefined) return undefined;
  const row = await store.db
    .selectFrom('upload_files')
    .select(['sha256', 'received_sha256'])
    .where('batch', '=', published.batch)
    .executeTakeFirst();
  return row && { sha256: row.sha256, receivedSha256: row.received_sha256, isSibling: false };
}

async function publishStaged(
  uploadId: string,
  files: readonly PublishedFile[],
  isSynthetic: boolean,
  { store, warehouse, clock }: Loading,
): Promise<number> {
  for (const { batch } of files) await new ProgressNotes(store, batch, clock).publishing();
  for (let attempt = 1; ; attempt++) {
    try {
      const publishedAt = clock().toISOString();
      const release = await publish(
        { store, warehouse },
        { uploadId, files, isSynthetic, publishedAt },
      );
      for (const { batch } of files) {
        await new ProgressNotes(store, batch, clock).finished('PUBLISHED', null);
      }
      return release;
    } catch (error) {
      if (!(error instanceof ReleaseMovedError) || attempt === 5) throw error;
    }
  }
}
