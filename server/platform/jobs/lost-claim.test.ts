import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { beforePublication, pausing } from '../../../tests/support/pausing-warehouse.ts';
import { retryUpload } from '../../registry/ingest/upload-acts.ts';
import { findUpload, queueUpload } from '../../registry/ingest/uploads.ts';
import { uploadRunner } from '../../registry/ingest/upload-jobs.ts';

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
  const slow = uploadRunner({ loading: { ...installation.loading, warehouse }, logger });
  const slowRun = slow.drain();
  await reached;
  const past = new Date(Date.now() - 1).toISOString();
  await installation.store.db
    .updateTable('uploads')
    .set({ lease_until: past })
    .where('id', '=', id)
    .execute();
  await uploadRunner({ loading: installation.loading, logger }).drain();
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

test('an upload during which the process stopped three times fails instead of starting a fourth time', async () => {
  const { store, loading } = installation;
  const path = await officialFile('CAGEDMOV202307.txt', 'MOV', [{}, {}, {}]);
  const files = [{ path, name: 'CAGEDMOV202307.txt', stated: {} }];
  const upload = { origin: 'command', competencia: null, createdBy: null, files } as const;
  const id = await queueUpload(store, upload, clock);
  const start = async () => {
    const { warehouse, reached, goOn } = pausing(installation.warehouse, beforePublication);
    const runner = uploadRunner({ loading: { ...loading, warehouse }, logger });
    const run = runner.drain();
    await reached;
    return { runner, run, goOn };
  };
  // A process that stops in order returns the upload to the queue, and that is no attempt.
  const orderly = await start();
  const stopped = orderly.runner.stop();
  orderly.goOn();
  await Promise.all([stopped, orderly.run]);
  const dead = [];
  for (let kill = 0; kill < 3; kill++) {
    dead.push(await start());
    await store.db.updateTable('uploads').set({ lease_until: null }).where('id', '=', id).execute();
  }
  await installation.drain();
  for (const { run, goOn } of dead) {
    goOn();
    await run;
  }
  expect(await findUpload(store, id)).toMatchObject({
    status: 'FAILED',
    release: null,
    message:
      'O servidor parou 3 vezes durante este envio; os dados publicados não mudaram. Veja no log do servidor por que ele parou, por exemplo por falta de memória, e tente de novo.',
  });
  await retryUpload(loading, { userId: null, address: null }, id);
  await installation.drain();
  expect(await findUpload(store, id)).toMatchObject({ status: 'COMPLETED', release: 1 });
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
