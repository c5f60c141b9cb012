import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { placeHere } from '../../platform/files/shared-files.ts';
import { fileKinds } from '../../../shared/contracts/uploads.ts';
import { isFileTooLarge, noSource, sourceError, SourceFailure } from '../sources/failures.ts';
import { rememberLoaded } from '../sources/news.ts';
import { partBytes } from '../sources/part-file.ts';
import { FileVersion, isSameVersion, type SourceFile } from '../sources/source.ts';
import type { UploadFileRow } from '../../platform/store/loads-schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { noRoom, roomOf } from '../../platform/files/free-disk.ts';
import type { Loading } from './loading.ts';
import { sha256OfFile } from '../../platform/digest.ts';
import type { ProgressNotes } from './progress-notes.ts';

/** What is stored about a fetched file: all that the source stated, and the checksum of what arrived. */
export const Fetched = z.object({
  name: z.string(),
  kind: z.enum(fileKinds),
  month: z.string(),
  ...FileVersion.shape,
  sha256: z.string(),
});

/**
 * Fetches a file from the source to its expected path, continuing from what an earlier attempt left. Lists the source
 * again, because an address may have expired or the file may have been published again. Returns its size in bytes.
 */
export async function receiveFile(
  file: UploadFileRow,
  notes: ProgressNotes,
  loading: Loading,
): Promise<number> {
  const { source, store, files, signal, maxTextBytes } = loading;
  const path = placeHere(files, file.path);
  if (source === undefined) throw noSource();
  await notes.enter('receber');
  const months = file.asked_month === null ? undefined : [file.asked_month];
  const offered = (await source.list({ months, signal })).find(
    ({ kind, month }) => kind === file.asked_kind && month === file.asked_month,
  );
  if (offered === undefined)
    throw sourceError(source.label, new SourceFailure('fonte_arquivo_ausente'));
  if (await isFetchedAlready({ ...file, path }, offered, store)) {
    const bytes = offered.bytes ?? file.bytes;
    await notes.receivedAll(bytes);
    return bytes;
  }
  await mkdir(dirname(path), { recursive: true });
  const room = await roomOf(dirname(path), loading.freeBytes);
  const freeBytes = room + (await partBytes({ target: path, origin: source.label }));
  if ((offered.bytes ?? 0) > freeBytes) throw noRoom();
  const { sha256, bytes } = await source
    .download(offered, path, {
      signal,
      // The size that a source states may be wrong or absent.
      maxBytes: Math.min(maxTextBytes, freeBytes),
      onBytes: (received) => notes.received(received, offered.bytes),
    })
    .catch((error: unknown) => {
      throw freeBytes < maxTextBytes && isFileTooLarge(error) ? noRoom() : error;
    });
  await notes.receivedAll(bytes);
  await store.db
    .updateTable('upload_files')
    .set({ source_file: JSON.stringify(Fetched.parse({ ...offered, sha256 })) })
    .where('batch', '=', file.batch)
    .execute();
  return bytes;
}

/** Whether an earlier run, which ended before it read the file, fetched exactly the offered version. */
async function isFetchedAlready(
  file: UploadFileRow,
  offered: SourceFile,
  { db }: Store,
): Promise<boolean> {
  const { source_file: text } = await db
    .selectFrom('upload_files')
    .select('source_file')
    .where('batch', '=', file.batch)
    .executeTakeFirstOrThrow();
  if (text === null) return false;
  const fetched = Fetched.parse(JSON.parse(text));
  if (!isSameVersion(fetched, offered)) return false;
  const sha256 = await sha256OfFile(file.path).catch(() => undefined);
  return sha256 === fetched.sha256;
}

/** Records the fetched files of an upload that are now in the published data, so that they no longer count as news. */
export async function rememberFetched(
  { store, source, clock }: Pick<Loading, 'store' | 'source' | 'clock'>,
  uploadId: string,
): Promise<void> {
  if (source === undefined) return;
  const rows = await store.db
    .selectFrom('upload_files')
    .innerJoin('uploads', 'uploads.id', 'upload_files.upload_id')
    .select('source_file')
    .where('upload_id', '=', uploadId)
    .where('uploads.source', '=', source.label)
    .where('outcome', 'in', ['PUBLISHED', 'UNCHANGED'])
    .execute();
  for (const { source_file } of rows) {
    if (source_file === null) continue;
    const fetched = Fetched.parse(JSON.parse(source_file));
    await rememberLoaded(store, source.label, fetched, clock);
  }
}
