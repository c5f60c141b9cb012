import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import type { FinishResumable } from '../../../shared/contracts/resumable.ts';
import { AppError } from '../../platform/errors.ts';
import { queueUpload, receivedFiles } from '../ingest/uploads.ts';
import type { Store } from '../../platform/store/store.ts';
import { noteFinish } from './finish-notes.ts';
import {
  isPartialId,
  unknownUpload,
  type PartialUpload,
  type PartialUploads,
} from './partial-uploads.ts';

export interface HandOverDeps {
  readonly uploads: PartialUploads;
  readonly store: Store;
  readonly clock: () => Date;
  /** The storage of received files until they are published. */
  readonly files: SharedFiles;
}

export interface HandedOver {
  readonly uploadId: string;
  /** False if an earlier call, whose response may have been lost, already handed over the same files. */
  readonly isNew: boolean;
}

/**
 * Queues complete files as one upload: all of them, or none. A repeated request gets the same response. Calls for the
 * same user must not overlap. A file stays where it is until the upload is queued, and a note of the request stays
 * until then, so that a process that dies loses nothing: see `resumeHandOvers`.
 */
export async function handOver(
  request: FinishResumable,
  ownerId: string,
  deps: HandOverDeps,
): Promise<HandedOver> {
  const { files } = request;
  if (new Set(files.map(({ id }) => id)).size < files.length) {
    throw new AppError('invalid_value', 400, 'O mesmo arquivo foi citado duas vezes.', {
      field: 'files',
    });
  }
  const ids = files.map(({ id }) => id);
  const earlier = await maybeHandedOver(new Set(ids), ownerId, deps.store);
  if (earlier === undefined) {
    return { uploadId: await linkAndQueue(request, ownerId, deps), isNew: true };
  }
  // Removes what the earlier call left because its process died.
  await forgetAll(ids, deps.uploads);
  return { uploadId: earlier, isNew: false };
}

/**
 * The upload of this user that consists of exactly these files. Each file's name on disk is the ID that it had while it
 * arrived.
 */
async function maybeHandedOver(
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
  ownerId: string,
  deps: HandOverDeps,
): Promise<string> {
  const { competencia, files } = request;
  const whole = await Promise.all(
    files.map(async (file) => ({
      kind: file.kind,
      upload: await wholeUpload(file, ownerId, deps),
    })),
  );
  const forgetNote = await noteFinish(deps.uploads.directory, { ownerId, request });
  const linked = await linkAll(
    whole.map(({ upload }) => upload),
    deps.files,
  ).catch(async (error: unknown) => {
    await forgetNote();
    throw error;
  });
  const queued = whole.map(({ kind, upload }, index) => ({
    name: basename(upload.metadata.filename.replaceAll('\\', '/')),
    path: linked.names[index] ?? upload.path,
    bytes: upload.bytes,
    asked: {
      ...(kind && { kind }),
      ...monthOf(competencia ?? upload.metadata.competencia),
    },
  }));
  const upload = {
    origin: 'web',
    competencia: competencia ?? null,
    createdBy: ownerId,
    files: queued,
  } as const;
  let uploadId: string;
  try {
    for (const name of linked.names) await deps.files.share(name);
    uploadId = await queueUpload(deps.store, upload, deps.clock);
  } catch (error) {
    await linked.undo();
    await forgetNote();
    throw error;
  }
  // The files now belong to the load: nothing undoes this, and a note that stays behind is swept.
  await forgetAll(
    files.map(({ id }) => id),
    deps.uploads,
  );
  await forgetNote();
  for (const name of linked.names) await deps.files.leave(name);
  return uploadId;
}

const monthOf = (month: string | undefined) => (month === undefined ? {} : { month });

async function wholeUpload(
  { id, sha256 }: FinishResumable['files'][number],
  ownerId: string,
  { uploads }: HandOverDeps,
) {
  const upload = await uploads.find(id, ownerId);
  if (upload.receivedBytes < upload.bytes) {
    throw new AppError(
      'envio_incompleto',
      409,
      `O arquivo "${upload.metadata.filename}" ainda não chegou inteiro. Espere o envio terminar ou retome-o.`,
    );
  }
  await uploads.verify(upload, sha256);
  return upload;
}

const forgetAll = (ids: readonly string[], uploads: PartialUploads) =>
  Promise.allSettled(ids.map((id) => uploads.forget(id)));

interface Linked {
  /** Names among the shared files; each ends with the ID that the file had while it arrived. */
  readonly names: readonly string[];
  readonly undo: () => Promise<void>;
}

/** Links each file into the folder of received files; the original name stays. */
async function linkAll(uploads: readonly PartialUpload[], files: SharedFiles): Promise<Linked> {
  const folder = `${receivedFiles}/${randomUUID()}`;
  await mkdir(files.here(folder), { recursive: true, mode: 0o700 });
  // A folder that cannot be removed now is swept later.
  const undo = () => files.remove(folder).catch(() => undefined);
  const names = uploads.map(({ id }) => `${folder}/${id}`);
  try {
    for (const [index, { path }] of uploads.entries()) {
      await linkOrCopy(path, files.here(names[index] ?? folder));
    }
  } catch (error) {
    await undo();
    // A concurrent call has taken the file.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw unknownUpload();
    throw error;
  }
  return { names, undo };
}

/** Error codes of file systems that cannot create the link. */
const withoutLinks: ReadonlySet<unknown> = new Set([
  'EPERM',
  'ENOTSUP',
  'ENOSYS',
  'EMLINK',
  'EXDEV',
]);

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && withoutLinks.has(error.code))) throw error;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}
