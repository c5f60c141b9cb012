import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changedWarehouse } from '../../../tests/support/changed-warehouse.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { testedServers } from '../../../tests/support/stores.ts';
import { requireWholeBatches } from '../releases/require-whole-batches.ts';
import { approveUpload, cancelUpload, retryUpload } from './upload-acts.ts';
import type { Loading } from './loading.ts';
import { findUpload, queueUpload } from './uploads.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { QueryLimits, Sql } from '../../platform/warehouse/warehouse.ts';
import { uploadRunner } from './upload-jobs.ts';

const actor = { userId: null, address: null };
const clock = () => new Date();

const file = (month: string, lines: number) =>
  officialFile(
    `CAGEDMOV${month}.txt`,
    'MOV',
    Array.from({ length: lines }, (_, index) => ({
      month,
      declared_month: month,
      salary: `${1500 + index},00`,
    })),
  );

describe.each(testedServers)('loads that something overtakes, in $dialect', ({ servers }) => {
  let installation: Installation;
  beforeEach(async () => {
    installation = await newInstallation(await servers());
    expect((await installation.load(await file('202307', 40))).status).toBe('COMPLETED');
  });
  afterEach(() => installation.close());

  const acts = () => installation.loading;
  const statusOf = async (id: string) => (await findUpload(installation.store, id))?.status;
  const queue = async (path: string) =>
    queueUpload(
      installation.store,
      {
        origin: 'web',
        competencia: null,
        createdBy: null,
        files: [{ path, name: path.slice(path.lastIndexOf('/') + 1), stated: {} }],
      },
      clock,
    );
  /** A version of July with a tenth of its lines, which awaits approval. */
  const awaiting = async () => {
    const upload = await installation.load(await file('202307', 4));
    expect(upload.status).toBe('AWAITING_APPROVAL');
    return upload.id;
  };

  test('an approval is of the comparison that was seen: another release before it is compared again', async () => {
    const id = await awaiting();
    const other = await queue(await file('202308', 40));
    await installation.store.db
      .updateTable('uploads')
      .set({ created_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', other)
      .execute();
    await approveUpload(acts(), actor, id, { comparedWith: 1 });
    await installation.drain();
    expect(await statusOf(other)).toBe('COMPLETED');
    expect(await statusOf(id)).toBe('AWAITING_APPROVAL');
    expect((await currentRelease(installation.store)).number).toBe(2);
    expect((await findUpload(installation.store, id))?.approved_at).toBeNull();

    // A page that still shows the previous comparison decides nothing.
    await expect(approveUpload(acts(), actor, id, { comparedWith: 1 })).rejects.toMatchObject({
      code: 'comparison_outdated',
    });
    expect(await statusOf(id)).toBe('AWAITING_APPROVAL');
    await approveUpload(acts(), actor, id, { comparedWith: 2 });
    await installation.drain();
    expect(await statusOf(id)).toBe('COMPLETED');
    expect((await currentRelease(installation.store)).number).toBe(3);
  });

  test('a waiting upload ends as unchanged once another upload has published the same file', async () => {
    const first = await awaiting();
    const second = await awaiting();
    const mixed = await installation.load(await file('202307', 4), await file('202308', 4));
    expect(mixed.status).toBe('AWAITING_APPROVAL');
    await approveUpload(acts(), actor, second, { comparedWith: 1 });
    await installation.drain();
    expect(await statusOf(second)).toBe('COMPLETED');
    expect(await findUpload(installation.store, first)).toMatchObject({
      status: 'COMPLETED',
      message: 'Nada mudou: o mesmo conteúdo já estava publicado.',
      files: [{ outcome: 'UNCHANGED' }],
    });
    // Its other file resembles the month that is now published: it is compared again and passes.
    expect(await findUpload(installation.store, mixed.id)).toMatchObject({
      status: 'COMPLETED',
      message: 'Versão 3 dos dados publicada com 1 arquivo.',
      files: [{ outcome: 'UNCHANGED' }, { outcome: 'PUBLISHED' }],
    });
  });

  test('an upload with another version of the file keeps waiting', async () => {
    const id = await awaiting();
    expect((await installation.load(await file('202307', 39))).status).toBe('COMPLETED');
    expect(await statusOf(id)).toBe('AWAITING_APPROVAL');
  });

  test('an upload cancelled during its comparison does not wait for approval', async () => {
    const id = await queue(await file('202307', 4));
    let isCancelled = false;
    const real = installation.warehouse;
    const warehouse = changedWarehouse(real, {
      rows: async <Row>(sql: Sql, limits?: QueryLimits) => {
        if (sql.text.includes('wage_count') && !isCancelled) {
          isCancelled = true;
          await cancelUpload(acts(), actor, id);
        }
        return real.rows<Row>(sql, limits);
      },
    });
    const loading = { ...installation.loading, warehouse };
    await uploadRunner({ loading, logger: pino({ level: 'silent' }) }).drain();
    expect(isCancelled).toBe(true);
    expect(await statusOf(id)).toBe('CANCELLED');
    expect((await currentRelease(installation.store)).number).toBe(1);
  });

  /** Calls `take` at a certain point of a load with these dependencies. */
  type Hook = (take: () => Promise<void>) => Partial<Loading>;

  /** Runs the upload in a worker that loses its claim at the hook, where `meanwhile` runs. */
  async function overtaken(id: string, hook: Hook, meanwhile: () => Promise<unknown>) {
    let isOvertaken = false;
    const take = async () => {
      if (isOvertaken) return;
      isOvertaken = true;
      await installation.store.db
        .updateTable('uploads')
        .set({ worker: 'another', lease_until: null })
        .where('id', '=', id)
        .execute();
      await meanwhile();
    };
    const loading = { ...installation.loading, ...hook(take) };
    await uploadRunner({ loading, logger: pino({ level: 'silent' }) }).drain();
    expect(isOvertaken).toBe(true);
  }

  const afterQuery =
    (text: string): Hook =>
    (take) => ({
      warehouse: changedWarehouse(installation.warehouse, {
        rows: async <Row>(sql: Sql, limits?: QueryLimits) => {
          const rows = await installation.warehouse.rows<Row>(sql, limits);
          if (sql.text.includes(text)) await take();
          return rows;
        },
      }),
    });

  const afterReadingFiles: Hook = (take) => ({
    store: {
      ...installation.store,
      db: installation.store.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (result.rows.some((row) => 'step_times' in row)) await take();
          return result;
        },
      }),
    },
  });

  async function expectPublished(id: string, accepted: number): Promise<void> {
    expect(await findUpload(installation.store, id)).toMatchObject({
      status: 'COMPLETED',
      files: [{ outcome: 'PUBLISHED', accepted }],
    });
    await requireWholeBatches(installation.store, installation.warehouse);
  }

  test('a worker that lost its claim leaves the lines that another one has published meanwhile', async () => {
    const id = await awaiting();
    await approveUpload(acts(), actor, id, { comparedWith: 1 });
    await overtaken(id, afterQuery('select count() as lines'), () => installation.drain());
    await expectPublished(id, 4);
  });

  test('a worker that lost its claim before it read a file does not read it into the batch of another one', async () => {
    const id = await queue(await file('202308', 40));
    await overtaken(id, afterReadingFiles, () => installation.drain());
    await expectPublished(id, 40);
  });

  test('a worker that lost its claim during the comparison does not undo an approval', async () => {
    const id = await queue(await file('202307', 4));
    await overtaken(id, afterQuery('wage_count'), async () => {
      await installation.drain();
      await approveUpload(acts(), actor, id, { comparedWith: 1 });
    });
    // The loop of the worker that lost its claim has claimed the upload again, after the approval.
    expect(await statusOf(id)).toBe('COMPLETED');
  });

  test('an upload that was compared, cancelled and retried continues after its process died', async () => {
    const id = await awaiting();
    await cancelUpload(acts(), actor, id);
    await retryUpload(acts(), actor, id);
    // The process dies while it reads the file a second time.
    await installation.store.db
      .updateTable('upload_files')
      .set({ started_at: '2026-08-01T12:00:00.000Z' })
      .where('upload_id', '=', id)
      .execute();
    await installation.drain();
    expect(await statusOf(id)).toBe('AWAITING_APPROVAL');
  });
});
