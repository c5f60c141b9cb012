import { rm } from 'node:fs/promises';

/** Removes the files that the stories and their server wrote. */
export default async function removeData(): Promise<void> {
  const folder = process.env['STORIES_FOLDER'];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
