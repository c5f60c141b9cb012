import { saveBlob } from '../../lib/files.ts';
import type { ChartSource } from './chart.ts';
import { csvOf, type TableData } from './table-data.ts';

/** Saves a table as a CSV file, which states its origin if the table has notes. */
export function saveTable(table: TableData, source: ChartSource, name: string): void {
  const { subject, query, sample, origin } = source;
  const notes = table.notes && [subject, query, sample, origin, ...table.notes];
  const result = notes === undefined ? table : { ...table, notes };
  saveBlob(new Blob([csvOf(result)], { type: 'text/csv;charset=utf-8' }), name);
}
