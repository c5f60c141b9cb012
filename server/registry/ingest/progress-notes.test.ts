import { expect, onTestFinished, test, vi } from 'vitest';
import { testStores } from '../../../tests/support/stores.ts';
import { progressNotes } from './progress-notes.ts';
import { findUpload, queueUpload } from './uploads.ts';

const [sqlite] = testStores();
const clock = () => new Date();

test('progress is written on while the clock is behind, after it was ahead', async () => {
  const store = await sqlite.open();
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-26T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const file = { path: '/CAGEDMOV202307.txt', name: 'CAGEDMOV202307.txt', stated: {}, bytes: 8 };
  const upload = { origin: 'command', competencia: null, createdBy: null, files: [file] } as const;
  const id = await queueUpload(store, upload, clock);
  await store.db.updateTable('uploads').set({ worker: 'a' }).execute();
  const row = await store.db.selectFrom('upload_files').selectAll().executeTakeFirstOrThrow();
  const notes = progressNotes(row, { store, clock, worker: 'a' });
  const written = async (bytes: number) => {
    notes.progress({ bytes, lines: 1, textBytes: 8 });
    await notes.close();
    return (await findUpload(store, id))?.files[0]?.progress_bytes;
  };
  expect(await written(1)).toBe(1);
  expect(await written(2)).toBe(1);
  vi.setSystemTime('2026-11-26T11:00:00Z');
  vi.advanceTimersByTime(500);
  expect(await written(3)).toBe(3);
});
