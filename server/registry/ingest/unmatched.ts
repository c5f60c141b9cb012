import { currentRelease } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import { emptyCode, sharedColumns, type Column } from '../../platform/warehouse/layout.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { unmatchedExclusions } from './cancellations.ts';
import { csvRow, csvStart } from '../../platform/csv.ts';

/**
 * The exclusions of the current release that match no loaded line, as CSV in chunks: the official columns and the
 * number of copies. They do not affect any distribution; loading the files to which they refer matches them.
 */
export async function* unmatchedCsv(store: Store, warehouse: Warehouse): AsyncGenerator<string> {
  const { files, months } = await currentRelease(store);
  const batchesOf = (isExclusion: boolean) =>
    files.filter(({ kind }) => (kind === 'EXC') === isExclusion).map(({ batch }) => batch);
  yield `${csvStart}${csvRow([...sharedColumns.map(({ header }) => header), 'cópias'])}`;
  const chunks = unmatchedExclusions(warehouse, {
    months: months.filter((month) => month.unmatched_exclusions > 0).map(({ month }) => month),
    movementBatches: batchesOf(false),
    exclusionBatches: batchesOf(true),
  });
  for await (const rows of chunks) {
    yield rows
      .map((row) =>
        csvRow([
          ...sharedColumns.map((column) => shown(column, row[column.name] ?? null)),
          row['copies'] ?? null,
        ]),
      )
      .join('');
  }
}

/** A value as the official file writes it. */
function shown({ form, type }: Column, value: string | number | null): string | number | null {
  if (value === null) return null;
  if (form === 'hundredths') return (Number(value) / 100).toFixed(2).replace('.', ',');
  return form === 'code' && value === emptyCode(type) ? null : value;
}
