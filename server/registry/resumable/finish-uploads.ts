import { constants, copyFile, link, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { cleanFileName } from '../../../shared/contracts/file-names.ts';
import type { FinishResumable } from '../../../shared/contracts/resumable.ts';
import type { Actor } from '../../people/audit/audit.ts';
import { maybeUser, unknownUser } from '../../people/identity/users.ts';
import { AppError, codeOf, invalid, conflict } from '../../platform/errors.ts';
import { withLock } from '../../platform/store/lock.ts';
import type { Store } from '../../platform/store/store.ts';
import { receiveUpload, type Receiving } from '../ingest/uploads.ts';
import {
  maybeNote,
  noteFinish,
  removeHalfWrittenNotes,
  unfinishedNotes,
  type FinishNote,
} from './finish-notes.ts';
import { isPartialId, unknownUpload, type PartialUploads } from './partial-uploads.ts';

export interface Finishing extends Receiving {
  readonly uploads: PartialUploads;
}

export interface FinishedUpload {
  readonly uploadId: string;
  /** False if an earlier call, whose response may have been lost, already queued the same files. */
  readonly isNew: boolean;
}

/** Runs work on a user's arriving files while no process queues any of them. */
export const whileNoneFinishes = <Result>(
  store: Store,
  ownerId: string,
  work: () => Promise<Result>,
): Promise<Result> => withLock(store, `finish uploads of ${ownerId}`, work);

/**
 * Queues complete files as one upload: all of them, or none. A repeated request gets the same response. Calls for the
 * same user run one after the other, in any process. A file stays where it is until the upload is queued, and a note of
 * the request stays until then, so that a process that dies loses nothing: see `resumeFinishes`.
 */
export const finishUpload = (
  { request, ownerId }: FinishNote,
  deps: Finishing,
  address: string | null = null,
): Promise<FinishedUpload> =>
  whileNoneFinishes(deps.store, ownerId, async () => {
    const ids = request.files.map(({ id }) => id);
    if (new Set(ids).size < ids.length) {
      throw invalid('files', 'O mesmo arquivo aparece duas vezes neste envio. Deixe um só.');
    }
    const earlier = await maybeQueuedUpload(new Set(ids), ownerId, deps.store);
    if (earlier === undefined) {
      return {
        uploadId: await linkAndQueue(request, { userId: ownerId, address }, deps),
        isNew: true,
      };
    }
    // Removes what the earlier call left because its process died.
    await forgetAll(ids, deps.uploads);
    return { uploadId: earlier, isNew: false };
  });

/** The upload of this user of exactly these files, whose names on disk are the IDs that they arrived with. */
async function maybeQueuedUpload(
  ids: ReadonlySet<string>,
  ownerId: string,
  { db }: Store,
): Promise<string | undefined> {
  if (![...ids].every(isPartialId)) return undefined;
  const rows = await db
    .selectFrom('upload_files')
    .innerJoin('uploads', 'uploads.id', 'upload_files.upload_id')
    .select(['upload_id', 'path'])
    .where('uploads.created_by', '=', ownerId)
    .where('uploads.origin', '=', 'web')
    .execute();
  for (const [uploadId, files] of Map.groupBy(rows, (row) => row.upload_id)) {
    const isSame = files.length === ids.size && files.every(({ path }) => ids.has(basename(path)));
    if (isSame) return uploadId;
  }
  return undefined;
}

async function linkAndQueue(
  request: FinishResumable,
  actor: Actor & { readonly userId: string },
  deps: Finishing,
): Promise<string> {
  const { userId: ownerId } = actor;
  const { competencia = null, files } = request;
  const complete = await Promise.all(
    files.map(async (file) => {
      const upload = await completeUpload(file, ownerId, deps);
      return { kind: file.kind ?? upload.metadata.kind, upload };
    }),
  );
  const removeNote = await noteFinish(deps.uploads.directory, { ownerId, request });
  const uploadId = await receiveUpload(deps, async (folder) => {
    // The last part of the path is the ID that the file had while it arrived.
    const queued = complete.map(({ kind, upload }) => ({
      name: cleanFileName(upload.metadata.filename),
      path: `${folder}/${upload.id}`,
      bytes: upload.bytes,
      stated: {
        ...(kind && { kind }),
        ...monthOf(competencia ?? upload.metadata.competencia),
      },
    }));
    for (const { upload } of complete) {
      await linkOrCopy(upload.path, deps.files.here(`${folder}/${upload.id}`));
    }
    const act = { action: 'upload.received', actor } as const;
    return { origin: 'web', competencia, createdBy: ownerId, act, files: queued };
  }).catch(async (error: unknown) => {
    await removeNote();
    throw error;
  });
  // The files now belong to the load: nothing undoes this, and a note that remains is swept.
  await forgetAll(
    files.map(({ id }) => id),
    deps.uploads,
  );
  await removeNote();
  return uploadId;
}

const monthOf = (month: string | undefined) => (month === undefined ? {} : { month });

async function completeUpload(
  { id, sha256 }: FinishResumable['files'][number],
  ownerId: string,
  { uploads }: Finishing,
) {
  const upload = await uploads.find(id, ownerId);
  if (upload.receivedBytes < upload.bytes) {
    throw conflict(
      'envio_incompleto',
      `O arquivo “${upload.metadata.filename}” ainda não chegou inteiro. Espere o envio terminar ou retome-o.`,
    );
  }
  await uploads.verify(upload, sha256);
  return upload;
}

const forgetAll = (ids: readonly string[], uploads: PartialUploads) =>
  Promise.allSettled(ids.map((id) => uploads.forget(id)));

/** Error codes of file systems that cannot create the link. */
const withoutLinks: ReadonlySet<unknown> = new Set([
  'EPERM',
  'ENOTSUP',
  'ENOSYS',
  'EMLINK',
  'EXDEV',
]);

/** Links the file; the original name stays. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const code = codeOf(error);
    // A concurrent call has taken the file.
    if (code === 'ENOENT') throw unknownUpload();
    if (!withoutLinks.has(code)) throw error;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}

export interface ResumedFinish {
  readonly ownerId: string;
  readonly files: readonly string[];
  /** The upload that now has them; undefined if they can no longer be queued. */
  readonly uploadId: string | undefined;
  /** The reason, in a Portuguese sentence. */
  readonly reason?: string;
}

/** The notes of a start: what it did with each, or the error for which the note stays until the next start. */
export interface ResumedFinishes {
  readonly resumed: readonly ResumedFinish[];
  readonly failed: readonly { readonly note: string; readonly error: unknown }[];
}

/**
 * Queues the complete files that a dead process had begun to queue. The result names the files that cannot be queued.
 * No note stops a start: after an unforeseen error it stays, and `failed` has the error.
 */
export async function resumeFinishes(deps: Finishing): Promise<ResumedFinishes> {
  const resumed: ResumedFinish[] = [];
  const failed: ResumedFinishes['failed'][number][] = [];
  await removeHalfWrittenNotes(deps.uploads.directory);
  for (const path of await unfinishedNotes(deps.uploads.directory)) {
    try {
      const note = await maybeNote(path);
      if (note === undefined) continue;
      resumed.push(await resumeFinish(note, deps));
      await rm(path, { force: true });
    } catch (error) {
      failed.push({ note: basename(path), error });
    }
  }
  return { resumed, failed };
}

async function resumeFinish(note: FinishNote, deps: Finishing): Promise<ResumedFinish> {
  const { ownerId } = note;
  const files = note.request.files.map(({ id }) => id);
  try {
    if ((await maybeUser(deps.store.db, ownerId)) === undefined) {
      await forgetAll(files, deps.uploads);
      throw unknownUser();
    }
    const { uploadId } = await finishUpload(note, deps);
    return { ownerId, files, uploadId };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ownerId, files, uploadId: undefined, reason: error.message };
  }
}
