import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Loading } from '../ingest/process-upload.ts';
import { queueUpload } from '../ingest/uploads.ts';
import type { UploadRunner } from '../jobs/upload-runner.ts';
import { defaultDemonstration, writeDemonstrationMonths } from './write-demonstration-months.ts';

/**
 * Loads the synthetic months into a product that never had any data, through the same path as real files. Every
 * screen marks them until the first real publication takes their place.
 */
export async function loadDemonstration(
  { store, clock }: Loading,
  runner: UploadRunner,
  directory: string,
): Promise<void> {
  const anyUpload = await store.db.selectFrom('uploads').select('id').limit(1).executeTakeFirst();
  if (anyUpload !== undefined) return;
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
  await runner.drain();
  await rm(directory, { recursive: true, force: true });
}
