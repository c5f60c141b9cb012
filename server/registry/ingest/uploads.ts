import { randomUUID } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, sep } from 'node:path';
import type { Transaction } from 'kysely';
import { keysOf } from '../../../shared/codes/keys.ts';
import { recordAct, type Act } from '../../people/audit/audit.ts';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import type { UploadOrigin, UploadStatus } from '../../../shared/contracts/uploads.ts';
import { loadTables } from '../../platform/store/loads-schema.ts';
import type { Database } from '../../platform/store/schema.ts';
import type { Store, StoreAndClock } from '../../platform/store/store.ts';
import type { FileIdentity } from './identify.ts';
import { defined } from '../../../shared/codes/defined.ts';

export interface NewUpload {
  readonly origin: UploadOrigin;
  readonly competencia: string | null;
  /** The user who sent it; null for the command, the daily check and the demonstration. */
  readonly createdBy: string | null;
  /** The act that the audit records of it; none for the command and the demonstration. */
  readonly act?: Pick<Act, 'action' | 'actor' | 'details'>;
  /** The label of the source from which its files are still to be fetched. */
  readonly source?: string;
  readonly files: readonly NewFile[];
}

export interface NewFile {
  readonly name: string;
  /** The name among the shared files, or an absolute path. */
  readonly path: string;
  /** Measured if absent. */
  readonly bytes?: number;
  readonly stated: Partial<FileIdentity>;
}

/** Claims an upload in the transaction that inserts it; throws if it cannot be claimed. */
export type ClaimAtOnce = (
  transaction: Transaction<Database>,
) => Promise<{ readonly worker: string; readonly lease_until: string }>;

/** Queues an upload, which the runner then processes, unless it is claimed at once. Returns its ID. */
export async function queueUpload(
  store: Store,
  { origin, competencia, createdBy, act, source, files }: NewUpload,
  clock: () => Date,
  claimAtOnce?: ClaimAtOnce,
): Promise<string> {
  const id = randomUUID();
  const sizes = await Promise.all(
    files.map(async ({ path, bytes }) => bytes ?? (await stat(path)).size),
  );
  const batches = await nextBatches(store, files.length);
  await store.db.transaction().execute(async (transaction) => {
    const claim = await claimAtOnce?.(transaction);
    await transaction
      .insertInto('uploads')
      .values({
        id,
        origin,
        competencia,
        source: source ?? null,
        status: claim === undefined ? 'PENDING' : 'PROCESSING',
        created_by: createdBy,
        created_at: clock().toISOString(),
        worker: claim?.worker ?? null,
        lease_until: claim?.lease_until ?? null,
      })
      .execute();
    await transaction
      .insertInto('upload_files')
      .values(
        files.map(({ name, path, stated }, index) => ({
          ...untouched,
          batch: defined(batches[index]),
          upload_id: id,
          name,
          path,
          asked_kind: stated.kind ?? null,
          asked_month: stated.month ?? null,
          bytes: defined(sizes[index]),
          from_source: source === undefined ? (0 as const) : (1 as const),
        })),
      )
      .execute();
    const subject = { type: 'upload', id } as const;
    if (act !== undefined) await recordAct(transaction, { ...act, subject, at: clock() });
  });
  return id;
}

/** What receives files, and checks on a retry whether they are still there. */
export interface Receiving extends StoreAndClock {
  /** The shared files that hold received files until they are published. */
  readonly files: SharedFiles;
}

/**
 * Receives files as one upload and queues it: all of them, or none. `write` puts the files into a folder of the shared
 * files, on this machine's disk, and describes them. Returns the upload's ID.
 */
export async function receiveUpload(
  { store, clock, files }: Receiving,
  write: (folder: string) => Promise<NewUpload>,
): Promise<string> {
  const folder = `${receivedFiles}/${randomUUID()}`;
  await mkdir(files.here(folder), { recursive: true, mode: 0o700 });
  let upload: NewUpload;
  let id: string;
  try {
    upload = await write(folder);
    for (const { path } of upload.files) await files.share(path);
    id = await queueUpload(store, upload, clock);
  } catch (error) {
    // The sweep removes what cannot be removed now.
    await files.remove(folder).catch(() => undefined);
    throw error;
  }
  for (const { path } of upload.files) await files.leave(path);
  return id;
}

/**
 * The state of a file that has not been processed yet, except `started_at`: a retry keeps it, because a worker that read
 * the file before may still be writing into its batch.
 */
export const untouched = {
  kind: null,
  month: null,
  received_sha256: null,
  sha256: null,
  text_bytes: null,
  lines: null,
  accepted: null,
  rejected: null,
  step: 'esperar',
  step_started_at: null,
  step_times: '{}',
  staged_at: null,
  profile: null,
  progress_bytes: 0,
  progress_lines: 0,
  finished_at: null,
  outcome: null,
  message: null,
} as const;

export async function findUpload(store: Store, id: string) {
  const [upload] = await uploadsWithFiles(store, [id]);
  return upload;
}

/** The uploads with these IDs and their files, newest first; without comparisons and profiles, which are large. */
export async function uploadsWithFiles({ db }: Store, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const uploads = await db
    .selectFrom('uploads')
    .leftJoin('users', 'users.id', 'uploads.created_by')
    .select(uploadColumns)
    .select(['users.first_name', 'users.last_name'])
    .where('uploads.id', 'in', ids)
    .orderBy('uploads.created_at', 'desc')
    .orderBy('uploads.id')
    .execute();
  const files = await db
    .selectFrom('upload_files')
    .select(fileColumns)
    .where('upload_id', 'in', ids)
    .orderBy('batch')
    .execute();
  const filesOf = Map.groupBy(files, (file) => file.upload_id);
  return uploads.map((upload) => ({ ...upload, files: filesOf.get(upload.id) ?? [] }));
}

const { comparison: _comparison, ...smallColumns } = loadTables.uploads.columns;
const uploadColumns = keysOf(smallColumns).map((name) => `uploads.${name}` as const);

const {
  profile: _profile,
  source_file: _sourceFile,
  ...rowColumns
} = loadTables.upload_files.columns;
const fileColumns = keysOf(rowColumns);

export type FoundUpload = Awaited<ReturnType<typeof uploadsWithFiles>>[number];

/** Whether the upload no longer changes by itself: it has ended, or awaits approval. */
export const isEnded = (status: UploadStatus) => status !== 'PENDING' && status !== 'PROCESSING';

/** Removes the received files of a completed upload; a failed one retains its files for a retry. */
export async function removeReceivedFiles(
  store: Store,
  id: string,
  files: SharedFiles,
): Promise<void> {
  const upload = await findUpload(store, id);
  if (upload?.status !== 'COMPLETED') return;
  const folders = new Set(upload.files.map(({ path }) => receivedFolder(path, files)));
  for (const folder of folders) {
    if (folder !== undefined) await files.remove(`${receivedFiles}/${folder}`);
  }
}

/** The folder of all received files; each upload has its own subfolder. */
export const receivedFiles = 'uploads';

/** The name of the folder of a received file; undefined for a file that was never received. */
export function receivedFolder(path: string, files: SharedFiles): string | undefined {
  // Rows of earlier versions have the absolute path.
  const start = isAbsolute(path) ? files.here(receivedFiles) + sep : `${receivedFiles}/`;
  return path.startsWith(start) ? basename(dirname(path)) : undefined;
}

/**
 * New batch numbers, which no process has used before. A batch is a set of rows loaded together: the lines of a file,
 * or the cancelled lines of a month.
 */
export async function nextBatches(store: Store, count: number): Promise<number[]> {
  if (count === 0) return [];
  return store.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('batch_counter')
      .values({ id: 1, last: 0 })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const { last } = await transaction
      .updateTable('batch_counter')
      .set((update) => ({ last: update('last', '+', count) }))
      .where('id', '=', 1)
      .returning('last')
      .executeTakeFirstOrThrow();
    return Array.from({ length: count }, (_, index) => last - count + 1 + index);
  });
}

/** The uploads that a user sent, for the export of the user's personal data. */
export async function uploadsOf({ db }: Store, userId: string) {
  return db
    .selectFrom('uploads')
    .select(['id', 'competencia', 'status', 'created_at as createdAt'])
    .where('created_by', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
}
