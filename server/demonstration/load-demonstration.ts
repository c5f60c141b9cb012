import { basename } from 'node:path';
import type { Loading } from '../ingest/process-upload.ts';
import { queueUpload } from '../ingest/uploads.ts';
import type { UploadRunner } from '../jobs/upload-runner.ts';
import { oneAtATime } from '../store/one-at-a-time.ts';
import { defaultDemonstration, writeDemonstrationMonths } from './write-demonstration-months.ts';

/**
 * Loads the synthetic months into a product that never had any data, through the same path as real files. Every
 * screen marks them until the first real publication takes their place. The directory is one of received files, which
 * go when they are loaded.
 */
export async function loadDemonstration(
  loading: Loading,
  runner: UploadRunner,
  directory: string,
): Promise<void> {
  const { store } = loading;
  const isQueued = await oneAtATime(store, 'queue the demonstration', () =>
    queueDemonstration(loading, directory),
  );
  if (isQueued) await runner.drain();
}

/** False where there is or was an upload already. */
async function queueDemonstration({ store, clock }: Loading, directory: string): Promise<boolean> {
  const anyUpload = await store.db.selectFrom('uploads').select('id').limit(1).executeTakeFirst();
  if (anyUpload !== undefined) return false;
  const written = await writeDemonstrationMonths({ ...defaultDemonstration, directory });
  const files = written.map(({ path, kind, month }) => ({
    path,
    name: basename(path),
    asked: { kind, month },
  }));
  await queueUpload(
    store,
    { origin: 'demonstration', competencia: null, createdBy: null, files },
    clock,
  );
  return true;
}
