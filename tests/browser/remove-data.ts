import { rm } from 'node:fs/promises';

/** Removes what the stories and the product under them have written. */
export default async function removeData(): Promise<void> {
  const folder = process.env['STORIES_FOLDER'];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
