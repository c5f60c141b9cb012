import type { Store } from '../store/store.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { discardRows } from './stage-file.ts';

/**
 * Deletes rows that no release shows and no waiting upload will: what a load left behind when its process died.
 * Only for whoever holds the claim on the next upload, since a load in progress has such rows too.
 */
export async function sweepOrphans(store: Store, warehouse: Warehouse): Promise<void> {
  const [files, months, stored] = await Promise.all([
    store.db.selectFrom('release_files').select('batch').distinct().execute(),
    store.db
      .selectFrom('release_months')
      .select('cancellation_batch as batch')
      .distinct()
      .where('cancellation_batch', 'is not', null)
      .execute(),
    warehouse.rows<{ batch: number }>({
      text: `
        select distinct batch from caged.movements
        union distinct
        select distinct batch from caged.exclusions`,
    }),
  ]);
  const shown = new Set([...files, ...months].map(({ batch }) => batch));
  for (const { batch } of stored) {
    if (!shown.has(batch)) await discardRows(warehouse, batch);
  }
}
