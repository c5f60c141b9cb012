import type { Warehouse } from '../warehouse.ts';

const mergeTimeoutMs = 60 * 60 * 1000;

/**
 * Merges the lines of each year into one part. Questions read every part by itself: an occupation costs 1 ms a part,
 * however few lines it has there, and what loads leave behind is up to a dozen a year. Answers how many years were
 * merged. It needs room for the largest year once more, and may be repeated or broken off without harm.
 */
export async function settleParts(warehouse: Warehouse, signal?: AbortSignal): Promise<number> {
  const limits = { timeoutMs: mergeTimeoutMs, ...(signal && { signal }) };
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
