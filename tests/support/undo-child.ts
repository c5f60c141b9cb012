/** Makes the first release of an installation current again, in a separate process that a test can kill. */
import { restoreRelease } from '../../server/registry/releases/restore.ts';
import { currentRelease } from '../../server/platform/store/current-release.ts';
import { openInstallation } from './installation.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Give the folder of the installation.');
const installation = await openInstallation(folder);
const { store } = installation;
// An undo that ended before the kill is not repeated.
if ((await currentRelease(store)).number !== 1) {
  const actor = { userId: null, address: null };
  await restoreRelease({ store, clock: () => new Date() }, actor, { number: 1, reason: 'undone' });
}
await installation.leave();
