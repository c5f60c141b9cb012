import { randomUUID } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FinishResumable } from '../../../shared/contracts/resumable.ts';
import { AppError } from '../../platform/errors.ts';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import { queueUpload, receivedFiles } from '../ingest/uploads.ts';
import type { Store } from '../../platform/store/store.ts';
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
  /** Where received files lie until they are published. */
  readonly files: SharedFiles;
}

export interface HandedOver {
  readonly uploadId: string;
  /** False where an earlier call, whose answer may have been lost, has handed over the same files. */
  readonly isNew: boolean;
}

/**
 * Moves whole files to where loads begin and queues them as one upload. All of them, or none; the same files asked
 * again are answered the same. Calls are to be made one after another.
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
  const earlier = await maybeHandedOver(new Set(files.map(({ id }) => id)), ownerId, deps.store);
  if (earlier !== undefined) return { uploadId: earlier, isNew: false };
  return { uploadId: await moveAndQueue(request, ownerId, deps), isNew: true };
}

/** The upload of this person that was made of exactly these files: each keeps its id as the name it lies under. */
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

async function moveAndQueue(
  { competencia, files }: FinishResumable,
  ownerId: string,
  deps: HandOverDeps,
): Promise<string> {
  const whole = await Promise.all(
    files.map(async (file) => ({
      kind: file.kind,
      upload: await wholeUpload(file, ownerId, deps),
    })),
  );
  const moved = await moveAll(
    whole.map(({ upload }) => upload),
    deps.files,
  );
  const queued = whole.map(({ kind, upload }, index) => ({
    name: basename(upload.metadata.filename.replaceAll('\\', '/')),
    path: moved.names[index] ?? upload.path,
    bytes: upload.bytes,
    asked: {
      ...(kind && { kind }),
      ...monthOf(competencia ?? upload.metadata.competencia),
    },
  }));
  const request = {
    origin: 'web',
    competencia: competencia ?? null,
    createdBy: ownerId,
    files: queued,
  } as const;
  let uploadId: string;
  try {
    for (const name of moved.names) await deps.files.share(name);
    uploadId = await queueUpload(deps.store, request, deps.clock);
  } catch (error) {
    await moved.undo();
    throw error;
  }
  // The files are the load's now: nothing takes them back, and a note that stays is swept.
  await Promise.allSettled(whole.map(({ upload }) => deps.uploads.forget(upload.id)));
  for (const name of moved.names) await deps.files.leave(name);
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

interface Moved {
  /** Among the shared files; each ends with the id that the file had while it arrived. */
  readonly names: readonly string[];
  readonly undo: () => Promise<void>;
}

async function moveAll(uploads: readonly PartialUpload[], files: SharedFiles): Promise<Moved> {
  const folder = `${receivedFiles}/${randomUUID()}`;
  await mkdir(files.here(folder), { recursive: true, mode: 0o700 });
  const done: { readonly from: string; readonly name: string }[] = [];
  const undo = async () => {
    for (const { from, name } of done) await rename(files.here(name), from);
    // What cannot be removed now is swept.
    await files.remove(folder).catch(() => undefined);
  };
  try {
    for (const { id, path } of uploads) {
      const name = `${folder}/${id}`;
      await rename(path, files.here(name));
      done.push({ from: path, name });
    }
  } catch (error) {
    await undo();
    // Another call, at the same time, has taken it.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw unknownUpload();
    throw error;
  }
  return { names: done.map(({ name }) => name), undo };
}
