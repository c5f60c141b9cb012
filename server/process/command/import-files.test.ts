import { rm } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { queueUpload, findUpload } from '../../registry/ingest/uploads.ts';
import { shareFiles } from './import-files.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await newInstallation();
});
afterAll(() => installation.close());

test('a shared file is loaded though the one that was given is gone', async () => {
  const path = await officialFile('CAGEDMOV202307.txt', 'MOV', [{}, {}, {}]);
  const given = [{ path, name: 'CAGEDMOV202307.txt', asked: {} }];
  const { store, clock, files } = installation.loading;
  const shared = await shareFiles(given, files);
  expect(shared.map((file) => isAbsolute(file.path))).toEqual([false]);
  await rm(path);
  const upload = { origin: 'command', competencia: null, createdBy: null, files: shared } as const;
  const id = await queueUpload(store, upload, clock);
  await installation.drain();
  expect(await findUpload(store, id)).toMatchObject({ status: 'COMPLETED', release: 1 });
});
