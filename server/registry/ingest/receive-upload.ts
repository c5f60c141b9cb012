import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { queueUpload, receivedFiles, type NewUpload } from './uploads.ts';

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
