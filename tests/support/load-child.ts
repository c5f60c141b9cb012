/** Loads the uploads in an installation's queue, in a separate process that a test can kill. */
import { openInstallation } from './installation.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Give the folder of the installation.');
const installation = await openInstallation(folder);
await installation.drain();
await installation.leave();
