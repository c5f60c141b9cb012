import { openFiles } from '../../platform/files/open-files.ts';
import { queueUpload } from '../../registry/ingest/uploads.ts';
import type { CommandContext } from './context.ts';
import { findFiles, groupByMonth } from './find-files.ts';
import { followUploads } from './follow-uploads.ts';
import { shareFiles } from './share-files.ts';

/**
 * Queues the files, one upload per month, and loads them. If a server has the data open, the server takes the uploads
 * from the same queue and this command only follows. Returns 1 when a file was refused or awaits approval; the other
 * months continue.
 */
export async function importFiles(
  context: CommandContext,
  paths: readonly string[],
): Promise<number> {
  const { config, store, clock } = context;
  const groups = groupByMonth(await findFiles(paths));
  const hasOtherMachines = config.databaseUrl !== undefined && config.clickhouseUrl !== undefined;
  const shared = hasOtherMachines ? await openFiles(config) : undefined;
  const ids: string[] = [];
  const begun = clock().getTime();
  for (const group of groups) {
    const files = shared === undefined ? group.files : await shareFiles(group.files, shared);
    const upload = { ...group, files, origin: 'command', createdBy: null } as const;
    // One millisecond apart: the oldest upload is loaded first, so months are loaded in order.
    ids.push(await queueUpload(store, upload, () => new Date(begun + ids.length)));
  }
  return followUploads(context, ids);
}
