import type { Warehouse } from './warehouse.ts';

const mergeTimeoutMs = 60 * 60 * 1000;

/**
 * Merges the rows of each year into one part. A query reads every part separately: an occupation costs 1 ms per part,
 * however few rows it has there, and loads leave up to a dozen parts a year. Returns how many years were merged. It
 * needs disk space for one more copy of the largest year. Repeating or aborting it does no harm.
 */
export async function mergeParts(warehouse: Warehouse, signal?: AbortSignal): Promise<number> {
  const limits = { timeoutMs: mergeTimeoutMs, signal };
  const scattered = await warehouse.rows<{ partition_id: string }>({
    text: `
      select partition_id
      from system.parts
      where active and database = currentDatabase() and table = 'movements'
      group by partition_id
      having count() > 1
      order by partition_id`,
  });
  for (const { partition_id: id } of scattered) {
    await warehouse.run({ text: `optimize table movements partition id '${id}' final` }, limits);
  }
  return scattered.length;
}
