import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';

const engineCaches = ['mark', 'primary index', 'uncompressed', 'query condition'];

/**
 * Empties the engine's caches, and the files' pages in the system's page cache. Returns whether the pages could be
 * dropped (GNU `dd` does that; elsewhere the files stay in memory).
 */
export async function makeCold(warehouse: Warehouse, directory: string): Promise<boolean> {
  for (const cache of engineCaches)
    await warehouse.run({ text: `system drop ${cache} cache` }).catch(() => undefined);
  // Queries here read no cached answers, of which a run leaves thousands of files.
  const forget = `sync && find "$1" -name answers -prune -o -type f -print0 |
    xargs -0 -r -n 1 sh -c 'dd if="$0" iflag=nocache count=0 status=none || true'`;
  try {
    await promisify(execFile)('/bin/sh', ['-c', forget, 'forget', directory]);
    return true;
  } catch {
    return false;
  }
}
