import { saveBlob } from '../../lib/files.ts';
import type { ChartSource } from './chart.ts';
import { csvOf, type TableData } from './table-data.ts';

/** Saves a table as a CSV file, which states its query and origin below the rows. */
export function saveTable(table: TableData, source: ChartSource, name: string): void {
  const { subject, query, sample, notice, origin } = source;
  const notes = [subject, query, sample, notice ?? [], origin, table.notes ?? []].flat();
  const text = csvOf({ ...table, notes });
  saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
}
