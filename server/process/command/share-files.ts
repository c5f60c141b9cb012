import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import { receivedFiles, type NewUpload } from '../../registry/ingest/uploads.ts';

/**
 * Copies files to the shared storage: with several processes any of them may load the files, and a local path is valid
 * on this machine only. They are removed after loading, as are files that users upload.
 */
export async function shareFiles(
  given: NewUpload['files'],
  files: SharedFiles,
): Promise<NewUpload['files']> {
  const folder = `${receivedFiles}/${randomUUID()}`;
  await mkdir(files.here(folder), { recursive: true, mode: 0o700 });
  const shared: NewUpload['files'][number][] = [];
  for (const [index, file] of given.entries()) {
    const path = `${folder}/${index}`;
    await copyFile(file.path, files.here(path));
    const { size: bytes } = await stat(files.here(path));
    await files.share(path);
    await files.leave(path);
    shared.push({ ...file, path, bytes });
  }
  return shared;
}
