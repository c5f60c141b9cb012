import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { isUnreachable } from '../../platform/files/bucket-content.ts';
import { placeHere, type FetchedFile } from '../../platform/files/shared-files.ts';
import { AppError } from '../../platform/errors.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { FileOutcome } from '../../../shared/contracts/uploads.ts';
import type { UploadFileRow } from '../../platform/store/loads-schema.ts';
import type { Store } from '../../platform/store/store.ts';
import type { FileIdentity } from './identify.ts';
import { ensureFreeDisk } from '../../platform/files/free-disk.ts';
import type { Loading } from './loading.ts';
import { receiveFile } from './receive-file.ts';
import type { ProgressNotes } from './progress-notes.ts';
import { refuseTooManyRejections } from './rejections.ts';
import {
  discardBatch,
  discardRows,
  isWhole,
  stageFile,
  type KnownVersion,
  type StagedFile,
} from './stage-file.ts';

export type LoadResult = StagedFile | Exclude<FileOutcome, 'PUBLISHED'>;

/** A file being loaded, with the files of the same upload that were staged before it. */
export interface FileToLoad {
  readonly file: UploadFileRow;
  readonly notes: ProgressNotes;
  readonly earlier: readonly StagedFile[];
}

/**
 * Stages one file and records the outcome. A refusal is an outcome; any other error ends the upload. A file that an
 * earlier run staged completely is reused.
 */
export async function loadFile(toLoad: FileToLoad, loading: Loading): Promise<LoadResult> {
  const { file, notes } = toLoad;
  const stored = stagedFrom(file);
  if (stored !== undefined && (await isWhole(loading.warehouse, stored))) {
    // While it waited, another upload may have published the same content.
    const known = await knownVersion(loading.store, stored, []);
    return known?.sha256 === stored.sha256 ? leaveUnchanged(toLoad, stored, loading) : stored;
  }
  // Before the batch is emptied: throws if another worker has the claim, whose lines it may have.
  await notes.started();
  await discardBatch(loading.warehouse, file.batch);
  try {
    return await loadAgain(toLoad, loading);
  } catch (error) {
    // Without the storage, the file itself is not at fault.
    if (!(error instanceof AppError) || isUnreachable(error)) throw error;
    await discardRows(loading.warehouse, file.batch);
    await notes.finished('REFUSED', error.message);
    return 'REFUSED';
  } finally {
    await notes.close();
  }
}

async function loadAgain(toLoad: FileToLoad, loading: Loading): Promise<LoadResult> {
  const { file, notes } = toLoad;
  const bytes = file.from_source === 1 ? await receiveFile(file, notes, loading) : file.bytes;
  // The engine stores the unpacked text in less space than the file itself takes.
  if (loading.dataDir !== undefined) {
    await ensureFreeDisk(loading.dataDir, bytes, loading.freeBytes);
  }
  await notes.enter('ler');
  const result = await stage(toLoad, loading);
  if ('isUnchanged' in result) return leaveUnchanged(toLoad, result, loading);
  await notes.read(result);
  refuseTooManyRejections(result, loading.maxRejectedPercent);
  await notes.staged();
  return result;
}

/** The same content is already published or in the upload: deletes the rows read from the file. */
async function leaveUnchanged(
  { file, notes, earlier }: FileToLoad,
  identity: FileIdentity,
  { warehouse }: Loading,
): Promise<LoadResult> {
  const message = earlier.some(isSameAs(identity))
    ? 'Outro arquivo deste envio tem o mesmo conteúdo; este não foi carregado.'
    : 'O mesmo conteúdo já estava publicado; nada mudou.';
  // Before the batch is emptied: throws if another worker has the claim, which may have published it.
  await notes.finished('UNCHANGED', message, identity);
  await discardRows(warehouse, file.batch);
  return 'UNCHANGED';
}

/** The staged file as an earlier run recorded it; undefined if it did not stage the file completely. */
function stagedFrom(file: UploadFileRow): StagedFile | undefined {
  const { batch, kind, month, sha256, received_sha256, lines, accepted, rejected } = file;
  if (file.staged_at === null || kind === null || month === null || sha256 === null) {
    return undefined;
  }
  if (received_sha256 === null || lines === null || accepted === null || rejected === null) {
    return undefined;
  }
  const counts = { lines, accepted, rejected, isCutShort: false };
  return { batch, kind, month, sha256, receivedSha256: received_sha256, ...counts };
}

async function stage({ file, notes, earlier }: FileToLoad, loading: Loading) {
  const stated = {
    ...(file.asked_kind && { kind: file.asked_kind }),
    ...(file.asked_month && { month: file.asked_month }),
  };
  await using opened = await openReceived(file, loading);
  return await stageFile(
    { batch: file.batch, path: opened.path, name: file.name, stated },
    {
      ...loading,
      onProgress: (progress) => notes.progress(progress),
      onRead: () => notes.enter('validar'),
      knownVersion: (identity) => knownVersion(loading.store, identity, earlier),
    },
  );
}

/** The file on this machine's disk. Files fetched from a source are local; uploaded files may be in other storage. */
async function openReceived(
  { path, from_source, bytes }: UploadFileRow,
  { files, signal }: Loading,
): Promise<FetchedFile> {
  if (from_source === 0 && !isAbsolute(path)) {
    const fetched = await files.fetch(path, signal);
    // A text that ends early, at the end of a line, would be published as if it were whole.
    if ((await stat(fetched.path)).size >= bytes) return fetched;
    await fetched[Symbol.asyncDispose]();
    throw new AppError(
      'arquivo_incompleto',
      503,
      'Este arquivo chegou inteiro ao servidor, mas o armazenamento de arquivos só tem uma parte dele. Envie-o outra vez.',
    );
  }
  return { path: placeHere(files, path), [Symbol.asyncDispose]: async () => undefined };
}

const isSameAs =
  ({ kind, month }: FileIdentity) =>
  (file: FileIdentity) =>
    file.kind === kind && file.month === month;

/** The file of this kind and month that came earlier in the upload or, if there is none, is published. */
async function knownVersion(
  store: Store,
  identity: FileIdentity,
  earlier: readonly StagedFile[],
): Promise<KnownVersion | undefined> {
  const isSame = isSameAs(identity);
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
