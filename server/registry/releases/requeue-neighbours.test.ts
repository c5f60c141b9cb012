import { describe, expect, test } from 'vitest';
import { testedStores } from '../../../tests/support/stores.ts';
import type { FileKind, FileOutcome } from '../../../shared/contracts/uploads.ts';
import { requeueNeighbours } from './requeue-neighbours.ts';

interface StoredFile {
  readonly kind: FileKind | null;
  readonly month: string | null;
  readonly outcome: FileOutcome | null;
}

const read = { path: '', bytes: 1, progress_bytes: 1, progress_lines: 1, step: 'pronto' } as const;
const waits = (kind: FileKind, month: string): StoredFile => ({ kind, month, outcome: null });

const published = (kind: FileKind, month: string): StoredFile => ({
  kind,
  month,
  outcome: 'PUBLISHED',
});

describe.each(testedStores())('uploads that await approval, in $dialect', ({ open }) => {
  /** Whether an upload with these files returns to the queue after one with the changed files is published. */
  async function isRequeued(
    files: readonly StoredFile[],
    changed: readonly StoredFile[],
    ids = ['changed'],
  ) {
    const store = await open();
    const uploads = [
      { id: 'waiting', status: 'AWAITING_APPROVAL', files },
      { id: 'changed', status: 'COMPLETED', files: changed },
      { id: 'distant', status: 'AWAITING_APPROVAL', files: [waits('FOR', '202001')] },
    ] as const;
    let batch = 0;
    for (const { id, status, files: own } of uploads) {
      const words = { message: 'Espera', reasons: '["motivo"]', comparison: '{}' };
      await store.db
        .insertInto('uploads')
        .values({ id, status, origin: 'web', created_at: '', ...words })
        .execute();
      for (const file of own)
        await store.db
          .insertInto('upload_files')
          .values({ ...read, ...file, batch: ++batch, upload_id: id, name: '' })
          .execute();
    }
    await requeueNeighbours(store, ids);
    const rows = await store.db.selectFrom('uploads').selectAll().orderBy('id').execute();
    const [completed, distant, { status, message, reasons, comparison } = {}] = rows;
    expect(completed).toMatchObject({ status: 'COMPLETED', message: 'Espera' });
    expect(distant).toMatchObject({ status: 'AWAITING_APPROVAL', message: 'Espera' });
    // The comparison stays without its reasons.
    if (status === 'PENDING') expect([message, reasons, comparison]).toEqual([null, null, '{}']);
    else expect([message, reasons]).toEqual(['Espera', '["motivo"]']);
    return status === 'PENDING';
  }

  test('are compared again if a month of their kind changed, up to twelve months away', async () => {
    const july = [waits('FOR', '202507')];
    expect(await isRequeued(july, [published('FOR', '202407')])).toBe(true);
    expect(await isRequeued(july, [published('FOR', '202607')])).toBe(true);
    expect(await isRequeued(july, [published('FOR', '202406')])).toBe(false);
    expect(await isRequeued(july, [published('FOR', '202608')])).toBe(false);
    expect(await isRequeued(july, [published('EXC', '202507')])).toBe(false);
  });

  test('are compared again if the main file of their month changed', async () => {
    const july = [waits('FOR', '202507')];
    expect(await isRequeued(july, [published('MOV', '202507')])).toBe(true);
    expect(await isRequeued(july, [published('MOV', '202508')])).toBe(false);
    expect(await isRequeued([waits('MOV', '202507')], [published('FOR', '202507')])).toBe(false);
  });

  test('stay where only files without a result, or of other uploads, are near', async () => {
    const near = published('FOR', '202507');
    const july = [waits('FOR', '202507')];
    expect(await isRequeued(july, [{ ...near, outcome: 'REFUSED' }])).toBe(false);
    expect(await isRequeued(july, [near], [])).toBe(false);
    expect(await isRequeued(july, [near], ['waiting'])).toBe(false);
    expect(await isRequeued([{ ...near, outcome: 'UNCHANGED' }], [near])).toBe(false);
    expect(await isRequeued([{ ...near, month: null, outcome: null }], [near])).toBe(false);
    expect(
      await isRequeued([{ ...near, outcome: 'REFUSED' }, waits('FOR', '202508')], [near]),
    ).toBe(true);
  });
});
