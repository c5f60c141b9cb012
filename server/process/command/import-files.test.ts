import { rm } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { findUpload } from '../../registry/ingest/uploads.ts';
import { queueFiles } from './import-files.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await newInstallation();
});
afterAll(() => installation.close());

test('a shared file is loaded though the one that was given is gone', async () => {
  const path = await officialFile('CAGEDMOV202307.txt', 'MOV', [{}, {}, {}]);
  const { store, clock, files } = installation.loading;
  const id = await queueFiles({ store, clock, files }, { competencia: null, paths: [path] });
  const queued = await findUpload(store, id);
  expect(queued?.files.map((file) => isAbsolute(file.path))).toEqual([false]);
  await rm(path);
  await installation.drain();
  expect(await findUpload(store, id)).toMatchObject({ status: 'COMPLETED', release: 1 });
});
