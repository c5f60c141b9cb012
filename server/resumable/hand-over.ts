import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FinishResumable } from '../../shared/resumable.ts';
import { AppError } from '../errors.ts';
import { queueUpload } from '../ingest/uploads.ts';
import type { Store } from '../store/store.ts';
import { unknownUpload, type PartialUpload, type PartialUploads } from './partial-uploads.ts';

export interface HandOverDeps {
  readonly uploads: PartialUploads;
  readonly store: Store;
  readonly clock: () => Date;
  /** Where received files lie until they are published. */
  readonly uploadsDir: string;
}

/** Moves whole files to where loads begin and queues them as one upload; answers its id. All of them, or none. */
export async function handOver(
  { competencia, files }: FinishResumable,
  ownerId: string,
  deps: HandOverDeps,
): Promise<string> {
  if (new Set(files.map(({ id }) => id)).size < files.length) {
    throw new AppError('invalid_value', 400, 'O mesmo arquivo foi citado duas vezes.', {
      field: 'files',
    });
  }
  const whole = await Promise.all(
    files.map(async ({ id, kind }) => ({ kind, upload: await wholeUpload(id, ownerId, deps) })),
  );
  const moved = await moveAll(
    whole.map(({ upload }) => upload),
    deps.uploadsDir,
  );
  try {
    const queued = whole.map(({ kind, upload }, index) => ({
      name: basename(upload.metadata.filename.replaceAll('\\', '/')),
      path: moved.paths[index] ?? upload.path,
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
    const uploadId = await queueUpload(deps.store, request, deps.clock);
    for (const { upload } of whole) await deps.uploads.forget(upload.id);
    return uploadId;
  } catch (error) {
    await moved.undo();
    throw error;
  }
}

const monthOf = (month: string | undefined) => (month === undefined ? {} : { month });

async function wholeUpload(id: string, ownerId: string, { uploads }: HandOverDeps) {
  const upload = await uploads.find(id, ownerId);
  if (upload.receivedBytes < upload.bytes) {
    throw new AppError(
      'envio_incompleto',
      409,
      `O arquivo "${upload.metadata.filename}" ainda não chegou inteiro. Espere o envio terminar ou retome-o.`,
    );
  }
  await uploads.verify(upload);
  return upload;
}

interface Moved {
  readonly paths: readonly string[];
  readonly undo: () => Promise<void>;
}

async function moveAll(uploads: readonly PartialUpload[], uploadsDir: string): Promise<Moved> {
  const folder = join(uploadsDir, randomUUID());
  await mkdir(folder, { recursive: true });
  const done: { readonly from: string; readonly to: string }[] = [];
  const undo = async () => {
    for (const { from, to } of done) await rename(to, from);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const { id, path } of uploads) {
      const to = join(folder, id);
      await rename(path, to);
      done.push({ from: path, to });
    }
  } catch (error) {
    await undo();
    // Another call, at the same time, has taken it.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw unknownUpload();
    throw error;
  }
  return { paths: done.map(({ to }) => to), undo };
}
