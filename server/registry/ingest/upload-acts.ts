import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Transaction } from 'kysely';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import type { AuditAction } from '../../../shared/contracts/audit.ts';
import type { ApproveUpload } from '../../../shared/contracts/uploads.ts';
import { recordAct, type Actor } from '../../people/audit/audit.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { Database } from '../../platform/store/schema.ts';
import type { Store, StoreAndClock } from '../../platform/store/store.ts';
import { holdPointer } from '../releases/pointer.ts';
import { isRetryable } from './upload-view.ts';
import { findUpload, untouched, type FoundUpload, type Receiving } from './uploads.ts';

// The actions of administrators on an upload. Each is one transaction and is recorded in the audit.

export const cancelledSentence =
  'Envio cancelado; os dados publicados não mudaram. Use “Tentar de novo” para processar os mesmos arquivos.';

export const countedFiles = (files: number) => `${files} ${files === 1 ? 'arquivo' : 'arquivos'}`;

/** The result of an upload that published this many files. */
export const publishedSentence = (release: number, files: number) =>
  `Versão ${release} dos dados publicada com ${countedFiles(files)}.`;

/**
 * Ends an upload that is queued or awaits approval, or requests the worker of a running one to stop. Throws `AppError`
 * 404 for an unknown upload and 409 for one that has ended or whose release is already published.
 */
export async function cancelUpload(
  { store, clock }: StoreAndClock,
  actor: Actor,
  id: string,
): Promise<void> {
  const upload = await requireUpload(store, id);
  const now = clock();
  await store.db.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable('uploads')
      .set({
        status: 'CANCELLED',
        message: cancelledSentence,
        cancel_requested_at: now.toISOString(),
        finished_at: now.toISOString(),
      })
      .where('id', '=', id)
      .where('status', 'in', ['PENDING', 'AWAITING_APPROVAL'])
      .where('release', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (ended === undefined) {
      await transaction
        .updateTable('uploads')
        .set({ cancel_requested_at: now.toISOString() })
        .where('id', '=', id)
        .where('status', '=', 'PROCESSING')
        .where('release', 'is', null)
        .returning('id')
        .executeTakeFirstOrThrow(notCancellable);
    }
    await record(transaction, 'upload.cancelled', actor, upload, now);
  });
}

/**
 * Queues the files of an upload that failed, was cancelled or was rolled back again. The files that it published stay as
 * they are, as an upload of their own. Throws 409 if it published all files, or if the received files are gone.
 */
export async function retryUpload(
  { store, clock, files }: Receiving,
  actor: Actor,
  id: string,
): Promise<void> {
  const upload = await requireUpload(store, id);
  if (!isRetryable(upload)) throw notRetryable();
  await requireFiles(upload, files);
  const now = clock();
  await store.db.transaction().execute(async (transaction) => {
    // A rollback changes the same releases and uploads.
    await holdPointer(transaction);
    await separatePublished(transaction, upload);
    await transaction
      .updateTable('uploads')
      .set({ status: 'PENDING', message: null, release: null, ...restarted })
      .where('id', '=', id)
      .where('status', '=', upload.status)
      .returning('id')
      .executeTakeFirstOrThrow(notRetryable);
    await transaction
      .updateTable('upload_files')
      .set(untouched)
      .where('upload_id', '=', id)
      .execute();
    await record(transaction, 'upload.retried', actor, upload, now);
  });
}

/**
 * Moves the files that an upload published to an upload of their own, which is completed or, if they were rolled back,
 * still reverted: an upload belongs to at most one release, and the other files will be published in a later one.
 */
async function separatePublished(
  transaction: Transaction<Database>,
  { id, status, files }: FoundUpload,
): Promise<void> {
  const last = await transaction
    .selectFrom('releases')
    .select('number')
    .where('upload_id', '=', id)
    .orderBy('number', 'desc')
    .executeTakeFirst();
  if (last === undefined) return;
  const release = last.number;
  const row = await transaction
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const newId = randomUUID();
  const published = files.filter(({ outcome }) => outcome === 'PUBLISHED').length;
  const message = publishedSentence(release, published);
  const ended = status === 'REVERTED' ? {} : ({ status: 'COMPLETED', message } as const);
  await transaction
    .insertInto('uploads')
    .values({ ...row, ...ended, id: newId, release })
    .execute();
  await transaction
    .updateTable('upload_files')
    .set({ upload_id: newId })
    .where('upload_id', '=', id)
    .where('outcome', '=', 'PUBLISHED')
    .execute();
  await transaction
    .updateTable('releases')
    .set({ upload_id: newId })
    .where('upload_id', '=', id)
    .execute();
}

const restarted = {
  finished_at: null,
  worker: null,
  lease_until: null,
  cancel_requested_at: null,
  approved_by: null,
  approved_at: null,
  comparison: null,
  reasons: null,
} as const;

/**
 * 'Publicar mesmo assim': publishes an upload that awaits approval as it was staged. If another load was published
 * since the comparison, the upload is compared again instead, and the function throws 409. It also throws 409 if the
 * comparison that the administrator saw is no longer the latest one.
 */
export async function approveUpload(
  { store, clock }: StoreAndClock,
  actor: Actor,
  id: string,
  { comparedWith }: ApproveUpload,
): Promise<void> {
  const upload = await requireUpload(store, id);
  if (upload.status === 'AWAITING_APPROVAL' && upload.compared_release !== comparedWith) {
    throw comparisonOutdated();
  }
  const now = clock();
  const isOutdated = await store.db.transaction().execute(async (transaction) => {
    const current = (await currentRelease({ db: transaction })).number;
    const isStale = upload.compared_release !== current;
    await transaction
      .updateTable('uploads')
      .set({
        status: 'PENDING',
        message: null,
        ...(isStale
          ? { comparison: null, reasons: null }
          : { approved_by: actor.userId, approved_at: now.toISOString() }),
      })
      .where('id', '=', id)
      .where('status', '=', 'AWAITING_APPROVAL')
      .where('compared_release', 'is not distinct from', comparedWith)
      .returning('id')
      .executeTakeFirstOrThrow(notAwaiting);
    if (!isStale) await record(transaction, 'upload.approved', actor, upload, now);
    return isStale;
  });
  if (isOutdated) throw comparisonOutdated();
}

/** The upload with this ID; throws `AppError` 404 if there is none. */
export async function requireUpload(store: Store, id: string): Promise<FoundUpload> {
  const upload = await findUpload(store, id);
  if (upload === undefined) throw notFound('unknown_upload', 'Este envio não existe.');
  return upload;
}

async function requireFiles({ files: rows }: FoundUpload, files: SharedFiles): Promise<void> {
  for (const { path, outcome, from_source } of rows) {
    if (outcome === 'PUBLISHED' || from_source === 1) continue;
    const isHere = isAbsolute(path) ? existsSync(path) : (await files.size(path)) !== undefined;
    if (!isHere) throw filesGone();
  }
}

const filesGone = () =>
  conflict('files_gone', 'Os arquivos deste envio não estão mais no servidor. Envie-os outra vez.');

async function record(
  transaction: Transaction<Database>,
  action: AuditAction,
  actor: Actor,
  { id, competencia }: FoundUpload,
  at: Date,
): Promise<void> {
  await recordAct(transaction, {
    action,
    actor,
    subject: { type: 'upload', id },
    details: { competencia },
    at,
  });
}

const notCancellable = () =>
  conflict(
    'upload_not_cancellable',
    'Este envio já terminou ou já foi publicado e não pode ser cancelado. Se houver uma versão anterior dos dados, você pode voltar a ela em Versões.',
  );
const notRetryable = () =>
  conflict(
    'upload_not_retryable',
    'Só um envio que falhou, foi cancelado ou foi desfeito pode ser processado de novo. Confira o estado atual dele.',
  );
const notAwaiting = () =>
  conflict('upload_not_awaiting', 'Este envio não aguarda aprovação. Confira o estado atual dele.');
const comparisonOutdated = () =>
  conflict(
    'comparison_outdated',
    'Os dados publicados mudaram depois desta conferência. Ela está sendo refeita: se não achar nada, o envio é publicado; se achar, veja o novo resultado e decida outra vez.',
  );
