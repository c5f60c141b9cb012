import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Loading } from '../ingest/process-upload.ts';
import { queueUpload, receivedFiles } from '../ingest/uploads.ts';
import type { UploadRunner } from '../jobs/upload-runner.ts';
import { oneAtATime } from '../store/one-at-a-time.ts';
import { defaultDemonstration, writeDemonstrationMonths } from './write-demonstration-months.ts';

const folder = `${receivedFiles}/demonstration`;

/**
 * Loads the synthetic months into a product that never had any data, through the same path as real files. Every
 * screen marks them until the first real publication takes their place.
 */
export async function loadDemonstration(loading: Loading, runner: UploadRunner): Promise<void> {
  const isQueued = await oneAtATime(loading.store, 'queue the demonstration', () =>
    queueDemonstration(loading),
  );
  if (isQueued) await runner.drain();
}

/** False where there is or was an upload already. */
async function queueDemonstration({ store, files, clock }: Loading): Promise<boolean> {
  const anyUpload = await store.db.selectFrom('uploads').select('id').limit(1).executeTakeFirst();
  if (anyUpload !== undefined) return false;
  const directory = files.here(folder);
  const written = await writeDemonstrationMonths({ ...defaultDemonstration, directory });
  const queued = written.map(({ path, kind, month }) => ({
    path: `${folder}/${basename(path)}`,
    name: basename(path),
    asked: { kind, month },
  }));
  for (const { path } of queued) await files.share(path);
  const sized = await Promise.all(
    queued.map(async (file) => ({ ...file, bytes: (await stat(files.here(file.path))).size })),
  );
  const upload = { origin: 'demonstration', competencia: null, createdBy: null } as const;
  await queueUpload(store, { ...upload, files: sized }, clock);
  for (const { path } of queued) await files.leave(path);
  return true;
}
