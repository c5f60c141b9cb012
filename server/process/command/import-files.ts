import { openFiles } from '../../platform/files/open-files.ts';
import { queueUpload } from '../../registry/ingest/uploads.ts';
import type { CommandContext } from './context.ts';
import { findFiles, groupByMonth } from './find-files.ts';
import { followUploads } from './follow-uploads.ts';
import { shareFiles } from './share-files.ts';

/**
 * Queues the files, a month an upload, and loads them. When a server has the data open, it takes the uploads from
 * the same queue and this command only follows. Answers 1 when a file was refused or waits for approval; the months
 * beside it go on.
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
    // A millisecond apart: the oldest is loaded first, and months are loaded in their order.
    ids.push(await queueUpload(store, upload, () => new Date(begun + ids.length)));
  }
  return followUploads(context, ids);
}
