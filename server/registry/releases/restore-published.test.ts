import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { ordinaryMonth } from '../../../tests/support/official-file.ts';
import { cancelUpload } from '../ingest/upload-acts.ts';
import { processUpload } from '../ingest/process-upload.ts';
import { uploadRows } from '../ingest/upload-jobs.ts';
import { uploadView } from '../ingest/upload-view.ts';
import { findUpload, queueUpload } from '../ingest/uploads.ts';
import { restoreRelease } from './restore.ts';

// An upload between the publication of its release and its end.

const clock = () => new Date();
const actor = { userId: null, address: null };

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(async () => installation.close());

const restore = (number: number) =>
  restoreRelease(installation.loading, actor, { number, reason: 'engano' });
const count = async () => (await installation.search({ metodo: 'bruto' })).totalCount;
const shown = async (id: string) => {
  const upload = await findUpload(installation.store, id);
  if (upload === undefined) throw new Error('The upload is gone.');
  return uploadView(upload, clock());
};

test('a rollback undoes an upload whose worker died after the publication', async () => {
  await installation.load(await ordinaryMonth(3));
  const id = await publishAndDie();
  const file = { outcome: 'PUBLISHED', lines: 5, accepted: 5, rejected: 0 };
  await restore(1);
  await installation.drain();
  const undone = { status: 'REVERTED', release: 2, canRetry: false, canCancel: false };
  expect(await shown(id)).toMatchObject({ ...undone, files: [file] });
  expect(await count()).toBe(3);
  await restore(2);
  expect(await shown(id)).toMatchObject({ status: 'COMPLETED', release: 2, files: [file] });
  // A new version is compared with the file.
  expect(await installation.load(await ordinaryMonth(6))).toMatchObject({ status: 'COMPLETED' });
  expect(await count()).toBe(6);
});

test('an upload that a rollback undid stays so when its worker ends it', async () => {
  await installation.load(await ordinaryMonth(3));
  const id = await publishAndDie();
  await restore(1);
  const rows = uploadRows(installation.loading);
  await rows.end(id, 'a worker', ['COMPLETED', 'published']);
  expect((await shown(id)).status).toBe('REVERTED');
  await rows.putBack(id, 'a worker');
  expect((await shown(id)).status).toBe('REVERTED');
});

test('a published upload that returned to the queue cannot be cancelled', async () => {
  const id = await publishAndDie();
  await uploadRows(installation.loading).putBack(id, 'a worker');
  expect(await shown(id)).toMatchObject({ status: 'PENDING', canCancel: false });
  await expect(cancelUpload(installation.loading, actor, id)).rejects.toMatchObject({
    code: 'upload_not_cancellable',
  });
  await installation.drain();
  expect(await shown(id)).toMatchObject({ status: 'COMPLETED', release: 1 });
});

/** Publishes an upload of five lines; its worker dies at once afterwards. */
async function publishAndDie(): Promise<string> {
  const { store, loading } = installation;
  const files = [{ path: await ordinaryMonth(5), name: 'CAGEDMOV202307.txt', stated: {} }];
  const upload = { origin: 'web', competencia: null, createdBy: null, files } as const;
  const claim = { worker: 'a worker', lease_until: clock().toISOString() };
  const id = await queueUpload(store, upload, clock, async () => claim);
  let isPrepared = false;
  const dying = {
    ...loading,
    worker: claim.worker,
    prepare: async () => {
      isPrepared = true;
    },
    // The publication does not read the clock after the preparation.
    clock: () => {
      if (isPrepared) throw new Error('The worker died.');
      return clock();
    },
  };
  await expect(processUpload(id, dying)).rejects.toThrow('The worker died.');
  return id;
}
