/** Queues whole files as `POST /api/resumable/finish` does, in a separate process that a test can kill. */
import { folderFiles } from '../../server/platform/files/folder-files.ts';
import { openStore } from '../../server/platform/store/store.ts';
import { finishUpload } from '../../server/registry/resumable/finish-uploads.ts';
import { partialUploadsOf } from './kill-finishes.ts';

const [folder = '', ownerId = '', ...ids] = process.argv.slice(2);
const store = await openStore({ databaseUrl: undefined, dataDir: folder });
const deps = {
  uploads: partialUploadsOf(store, folder),
  store,
  clock: () => new Date(),
  files: folderFiles(folder),
};
process.stdout.write('ready\n');
await finishUpload({ ownerId, request: { files: ids.map((id) => ({ id })) } }, deps);
await store.close();
