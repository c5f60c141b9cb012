import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { beforePublication, pausing } from '../../../tests/support/pausing-warehouse.ts';
import { findUpload, queueUpload } from '../../registry/ingest/uploads.ts';
import { UploadRunner } from '../../registry/ingest/upload-jobs.ts';

const clock = () => new Date();
const logger = pino({ level: 'silent' });
let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(async () => installation.close());

test('a runner that lost its claim publishes nothing over the process that took it over', async () => {
  const path = await officialFile('CAGEDMOV202307.txt', 'MOV', [{}, {}, {}]);
  const files = [{ path, name: 'CAGEDMOV202307.txt', stated: {} }];
  const upload = { origin: 'command', competencia: null, createdBy: null, files } as const;
  const id = await queueUpload(installation.store, upload, clock);

  const { warehouse, reached, goOn } = pausing(installation.warehouse, beforePublication);
  const slow = new UploadRunner({ loading: { ...installation.loading, warehouse }, logger });
  const slowRun = slow.drain();
  await reached;
  const past = new Date(Date.now() - 1).toISOString();
  await installation.store.db
    .updateTable('uploads')
    .set({ lease_until: past })
    .where('id', '=', id)
    .execute();
  await new UploadRunner({ loading: installation.loading, logger }).drain();
  goOn();
  await slowRun;

  expect(await findUpload(installation.store, id)).toMatchObject({
    status: 'COMPLETED',
    release: 1,
  });
  expect((await installation.search({})).totalCount).toBe(3);
  expect(await installation.store.db.selectFrom('releases').select('number').execute()).toEqual([
    { number: 1 },
  ]);
});

test('demonstration data never takes the place of real data', async () => {
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', [{}, {}, {}]));
  const path = await officialFile('CAGEDMOV202308.txt', 'MOV', [
    { month: '202308', declared_month: '202308' },
  ]);
  const files = [{ path, name: 'CAGEDMOV202308.txt', stated: {} }];
  const upload = { origin: 'demonstration', competencia: null, createdBy: null, files } as const;
  const id = await queueUpload(installation.store, upload, clock);
  await installation.drain();
  expect(await findUpload(installation.store, id)).toMatchObject({
    status: 'FAILED',
    release: null,
  });
  expect((await installation.search({})).method.release).toMatchObject({ isSynthetic: false });
});
