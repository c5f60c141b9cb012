import { rm } from 'node:fs/promises';

/** Removes what the product under the stories has written. */
export default async function removeData(): Promise<void> {
  const directory = process.env['BROWSER_TEST_DATA'];
  if (directory !== undefined) await rm(directory, { recursive: true, force: true, maxRetries: 3 });
}
