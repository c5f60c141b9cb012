import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { sweepReceivedFiles } from './sweep-received-files.ts';
import { queueUpload } from './uploads.ts';

const dayMs = 86_400_000;
const old = new Date(Date.now() - 3 * dayMs);
const clock = () => new Date();
let installation: Installation;
let uploadsDir: string;
beforeEach(async () => {
  installation = await newInstallation();
  uploadsDir = join(installation.folder, 'uploads');
});
afterEach(() => installation.close());

/** A folder with a file received three days ago. */
async function received(name: string): Promise<string> {
  const folder = join(uploadsDir, name);
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'movFile');
  await writeFile(path, 'isto não é do CAGED');
  await utimes(folder, old, old);
  return path;
}

async function queue(path: string): Promise<void> {
  const files = [{ path, name: 'CAGEDMOV202307.txt', stated: {} }];
  const upload = { origin: 'web', competencia: null, createdBy: null, files } as const;
  await queueUpload(installation.store, upload, clock);
}

const sweep = (days: number) =>
  sweepReceivedFiles({
    store: installation.store,
    files: installation.loading.files,
    clock: () => new Date(Date.now() + days * dayMs),
  });

test('a refused load keeps its files for a week; a waiting one keeps them', async () => {
  await queue(await received('refused'));
  await installation.drain();
  await queue(await received('waiting'));
  expect(await sweep(6)).toEqual({ receivedFolders: 0 });
  expect(await sweep(8)).toEqual({ receivedFolders: 1 });
  expect(await readdir(uploadsDir)).toEqual(['waiting']);
});

test('a copy that a process was reading when it died is removed after a day', async () => {
  const fetched = join(installation.folder, 'fetched');
  await mkdir(fetched);
  for (const name of ['left', 'in use']) await writeFile(join(fetched, name), 'linhas');
  await utimes(join(fetched, 'left'), old, old);
  await sweep(0);
  expect(await readdir(fetched)).toEqual(['in use']);
});

test('a folder of no load is removed after a day, and a missing folder is no error', async () => {
  expect(await sweep(0)).toEqual({ receivedFolders: 0 });
  await received('left behind');
  await mkdir(join(uploadsDir, 'arriving'));
  expect(await sweep(0)).toEqual({ receivedFolders: 1 });
  expect(await readdir(uploadsDir)).toEqual(['arriving']);
});
