import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testStores } from '../../../tests/support/stores.ts';
import { openStore } from './store.ts';

const [{ options }] = testStores();

/** The files that this process has open (Linux). */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      // The descriptor of the list itself.
      return [];
    }
  });
}

test.runIf(platform() === 'linux')('a damaged database is closed again', async () => {
  const place = await options();
  const path = join(place.dataDir, 'app.sqlite');
  writeFileSync(path, 'no database'.repeat(1_000));
  await expect(openStore(place)).rejects.toThrow('está danificado');
  expect(openFiles()).not.toContain(path);
});
