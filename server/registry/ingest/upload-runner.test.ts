import { copyFile, rm } from 'node:fs/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile, ordinaryMonth } from '../../../tests/support/official-file.ts';
import { testedServers } from '../../../tests/support/stores.ts';
import { cancelledSentence, cancelUpload, retryUpload } from './upload-acts.ts';
import { uploadView } from './upload-view.ts';
import { findUpload, queueUpload } from './uploads.ts';
import { releasesPage } from '../releases/history.ts';
import { requireWholeBatches } from '../releases/require-whole-batches.ts';
import { restoreRelease } from '../releases/restore.ts';
import { unreachable } from '../../platform/files/bucket-content.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { uploadRows, uploadRunner } from './upload-jobs.ts';

const clock = () => new Date();
const actor = { userId: null, address: null };
const keyRefused = () => Promise.reject(unreachable(new Error('The bucket answered 403.')));

describe.each(testedServers)(
  'uploads that are stopped and tried again, in $dialect',
  ({ servers }) => {
    let installation: Installation;
    beforeAll(async () => {
      installation = await newInstallation(await servers());
    });
    afterAll(async () => installation.close());

    const queue = async (...paths: string[]) => {
      const files = paths.map((path) => ({ path, name: 'CAGEDMOV202307.txt', stated: {} }));
      const upload = { origin: 'web', competencia: '202307', createdBy: null, files } as const;
      return queueUpload(installation.store, upload, clock);
    };
    const acts = () => installation.loading;
    const found = async (id: string) => {
      const upload = await findUpload(installation.store, id);
      if (upload === undefined) throw new Error('The upload is gone.');
      return upload;
    };

    test('a queued upload is cancelled at once, and a retry loads it', async () => {
      const id = await queue(await ordinaryMonth(3));
      await cancelUpload(acts(), actor, id);
      await installation.drain();
      expect(await found(id)).toMatchObject({ status: 'CANCELLED', release: null });
      await retryUpload(acts(), actor, id);
      await installation.drain();
      expect(await found(id)).toMatchObject({ status: 'COMPLETED', release: 1 });
      await expect(cancelUpload(acts(), actor, id)).rejects.toMatchObject({
        code: 'upload_not_cancellable',
        message: expect.stringContaining('Se houver uma versão anterior dos dados'),
      });
      await expect(retryUpload(acts(), actor, id)).rejects.toMatchObject({
        code: 'upload_not_retryable',
      });
    });

    test('an upload whose bucket refuses the key fails as a whole, and the log says what the bucket answered', async () => {
      const files = [{ path: 'uploads/a/MOV', name: 'CAGEDMOV202307.txt', bytes: 9, stated: {} }];
      const upload = { origin: 'web', competencia: '202307', createdBy: null, files } as const;
      const id = await queueUpload(installation.store, upload, clock);
      const { loading } = installation;
      const lines: string[] = [];
      const logger = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
      const own = { ...loading, files: { ...loading.files, fetch: keyRefused } };
      await uploadRunner({ loading: own, logger }).drain();
      expect(await found(id)).toMatchObject({
        status: 'FAILED',
        message: expect.stringMatching(/^O armazenamento de arquivos não respondeu/),
        files: [{ outcome: null }],
      });
      expect(lines.join('')).toContain('The bucket answered 403.');
    });

    test('a running upload that another process cancels stops and leaves no rows', async () => {
      const before = await currentRelease(installation.store);
      const id = await queue(await ordinaryMonth(400_000));
      const runner = uploadRunner({
        loading: installation.loading,
        logger: pino({ level: 'silent' }),
      });
      const drained = runner.drain();
      await untilReading(id);
      // Changes only the row, as when the runner is in another process.
      await cancelUpload(acts(), actor, id);
      await drained;
      const upload = await found(id);
      expect(upload).toMatchObject({ status: 'CANCELLED', release: null });
      expect(await currentRelease(installation.store)).toEqual(before);
      await installation.load(await ordinaryMonth(4));
      const [left] = await installation.warehouse.rows<{ lines: number }>({
        text: 'select count() as lines from movements where batch = {batch:UInt32}',
        params: { batch: upload.files[0]?.batch ?? 0 },
      });
      expect(left?.lines).toBe(0);
    });

    test('an upload that is cancelled just before its worker ends it is cancelled, and is not left to approve', async () => {
      const id = await queue(await ordinaryMonth(3));
      const { db } = installation.store;
      await db
        .updateTable('uploads')
        .set({ status: 'PROCESSING', worker: 'a worker' })
        .where('id', '=', id)
        .execute();
      await cancelUpload(acts(), actor, id);
      await uploadRows(acts()).end(id, 'a worker', ['AWAITING_APPROVAL', 'a reason']);
      expect(await found(id)).toMatchObject({ status: 'CANCELLED', message: cancelledSentence });
    });

    test('an upload whose worker died after the cancellation is cancelled by the next worker', async () => {
      const id = await queue(await ordinaryMonth(3));
      await installation.store.db
        .updateTable('uploads')
        .set({ status: 'PROCESSING', worker: 'gone', cancel_requested_at: clock().toISOString() })
        .where('id', '=', id)
        .execute();
      await installation.drain();
      expect((await found(id)).status).toBe('CANCELLED');
    });

    test('lines that a stopped worker still writes do not reach the batch of a retry', async () => {
      const { store, warehouse } = installation;
      const id = await queue(await ordinaryMonth(5));
      const { batch: started } = (await found(id)).files[0]!;
      // A worker that reads the file loses its claim, and another one cancels the upload.
      await store.db
        .updateTable('upload_files')
        .set({ started_at: clock().toISOString() })
        .where('upload_id', '=', id)
        .execute();
      await cancelUpload(acts(), actor, id);
      await retryUpload(acts(), actor, id);
      await installation.drain();
      const retried = await found(id);
      expect(retried.status).toBe('COMPLETED');
      await warehouse.run({
        text: `
          insert into movements
          select * replace({started:UInt32} as batch)
          from movements
          where batch = {published:UInt32}`,
        params: { started, published: retried.files[0]!.batch },
      });
      await requireWholeBatches(store, warehouse);
    });

    test('an unchanged file whose rows could not be deleted can be tried again', async () => {
      // The content that the test before published.
      const id = await queue(await ordinaryMonth(5));
      const { warehouse } = installation.loading;
      const rows = warehouse.rows.bind(warehouse);
      const broken = vi.spyOn(warehouse, 'rows').mockImplementation(async (sql, limits) => {
        const [file] = (await found(id)).files;
        if (file?.outcome === 'UNCHANGED') throw new Error('The engine is down.');
        return rows(sql, limits);
      });
      await installation.drain();
      broken.mockRestore();
      expect(uploadView(await found(id), clock())).toMatchObject({
        status: 'FAILED',
        canRetry: true,
      });
      await retryUpload(acts(), actor, id);
      await installation.drain();
      const { status, files } = await found(id);
      expect([status, files[0]?.outcome]).toEqual(['COMPLETED', 'UNCHANGED']);
    });

    test('the retry of an upload whose files are gone is refused with that reason', async () => {
      const path = await ordinaryMonth(3);
      const id = await queue(path);
      await cancelUpload(acts(), actor, id);
      await rm(path);
      await expect(retryUpload(acts(), actor, id)).rejects.toMatchObject({ code: 'files_gone' });
    });

    test('a retry loads the refused files and keeps the published ones', async () => {
      const wrong = await officialFile('CAGEDFOR202307.txt', 'MOV', [{ salary: 'x' }]);
      const good = await ordinaryMonth(6);
      const files = [
        { path: good, name: 'CAGEDMOV202307.txt', stated: {} },
        { path: wrong, name: 'CAGEDFOR202307.txt', stated: {} },
      ];
      const upload = { origin: 'web', competencia: null, createdBy: null, files } as const;
      const id = await queueUpload(installation.store, upload, clock);
      await installation.drain();
      const first = await found(id);
      expect(first.files.map(({ outcome }) => outcome)).toEqual(['PUBLISHED', 'REFUSED']);
      await retryUpload(acts(), actor, id);
      await installation.drain();
      const second = await found(id);
      expect(second.files.map(({ outcome }) => outcome)).toEqual(['REFUSED']);
      expect(second).toMatchObject({ status: 'FAILED', release: null });
      const { files: published } = await currentRelease(installation.store);
      expect(published.map(({ batch }) => batch)).toEqual([first.files[0]?.batch]);
      expect((await installation.search({ metodo: 'bruto' })).totalCount).toBe(6);
      const late = { month: '202306', declared_month: '202307' };
      await copyFile(await officialFile('CAGEDFOR202307.txt', 'FOR', [late]), wrong);
      await retryUpload(acts(), actor, id);
      await installation.drain();
      expect((await found(id)).status).toBe('COMPLETED');
      const { releases } = await releasesPage(installation.store, { page: 1, pageSize: 2 });
      expect(releases.map(({ newFiles }) => newFiles.map(({ name }) => name))).toEqual([
        ['CAGEDFOR202307.txt'],
        ['CAGEDMOV202307.txt'],
      ]);
      const undone = { number: first.release ?? 0, reason: 'engano' };
      await restoreRelease(acts(), actor, undone);
      expect((await found(id)).status).toBe('REVERTED');
      expect(await found(releases[1]?.uploadId ?? '')).toMatchObject({
        status: 'COMPLETED',
        release: first.release,
        message: `Versão ${first.release} dos dados publicada com 1 arquivo.`,
      });
    });

    test('a retry after a rollback loads the refused files, and the published ones stay rolled back', async () => {
      await installation.load(await ordinaryMonth(7));
      const { number: before } = await currentRelease(installation.store);
      const refused = await officialFile('CAGEDFOR202307.txt', 'MOV', [{ salary: 'x' }]);
      const files = [
        { path: await ordinaryMonth(9), name: 'CAGEDMOV202307.txt', stated: {} },
        { path: refused, name: 'CAGEDFOR202307.txt', stated: {} },
      ];
      const upload = { origin: 'web', competencia: null, createdBy: null, files } as const;
      const id = await queueUpload(installation.store, upload, clock);
      await installation.drain();
      const { release } = await found(id);
      await restoreRelease(acts(), actor, { number: before ?? 0, reason: 'engano' });
      expect(uploadView(await found(id), clock())).toMatchObject({
        status: 'REVERTED',
        canRetry: true,
      });
      const late = { month: '202306', declared_month: '202307' };
      await copyFile(await officialFile('CAGEDFOR202307.txt', 'FOR', [late]), refused);
      await retryUpload(acts(), actor, id);
      await installation.drain();
      const retried = await found(id);
      expect(retried.status).toBe('COMPLETED');
      expect(retried.files.map(({ name, outcome }) => [name, outcome])).toEqual([
        ['CAGEDFOR202307.txt', 'PUBLISHED'],
      ]);
      // The 7 lines of the restored release and the late one, without the 9 that were rolled back.
      const query = { metodo: 'bruto', periodoInicio: '202306' };
      expect((await installation.search(query)).totalCount).toBe(8);
      const { releases } = await releasesPage(installation.store, { page: 1, pageSize: 2 });
      const undone = await found(releases.find(({ number }) => number === release)?.uploadId ?? '');
      expect(undone.files.map(({ name }) => name)).toEqual(['CAGEDMOV202307.txt']);
      expect(uploadView(undone, clock())).toMatchObject({
        status: 'REVERTED',
        message: `Publicação desfeita: a versão ${before} dos dados foi restaurada. Para publicar os arquivos de novo, torne atual a versão deste envio ou envie-os outra vez.`,
        canRetry: false,
      });
      await restoreRelease(acts(), actor, { number: release ?? 0, reason: 'engano' });
      expect((await found(undone.id)).status).toBe('COMPLETED');
      expect((await found(id)).status).toBe('REVERTED');
    });

    async function untilReading(id: string): Promise<void> {
      const read = async () => {
        const { status, files } = await found(id);
        return [status, files[0]?.step];
      };
      await expect.poll(read, { interval: 5 }).toEqual(['PROCESSING', 'ler']);
    }
  },
);
