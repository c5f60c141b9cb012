import { saveBlob } from '../../lib/files.ts';
import type { ChartSource } from './chart.ts';
import { csvOf, type TableData } from './table-data.ts';

/** The formats a table can be saved in. */
export type TableForm = 'csv' | 'xlsx';

/** Saves a table as a file. A workbook always states its origin; a CSV does so only if the table has notes. */
export async function saveTable(
  table: TableData,
  source: ChartSource,
  { form, name }: { form: TableForm; name: string },
): Promise<void> {
  const about = [
    source.subject,
    source.question,
    source.sample,
    source.origin,
    ...(table.notes ?? []),
  ];
  if (form === 'xlsx') {
    const { tableWorkbook } = await import('./table-workbook.ts');
    saveBlob(await tableWorkbook(table, about), name);
    return;
  }
  const result = table.notes === undefined ? table : { ...table, notes: about };
  saveBlob(new Blob([csvOf(result)], { type: 'text/csv;charset=utf-8' }), name);
}
