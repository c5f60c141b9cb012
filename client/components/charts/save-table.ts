import { saveBlob } from '../../lib/save-blob.ts';
import type { ChartSource } from './chart.ts';
import { csvOf, type TableData } from './table-data.ts';

/** What a table can be taken as. */
export type TableForm = 'csv' | 'xlsx';

/** Hands a table over as a file; a workbook always says where it comes from, a text where the table has a method. */
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
  const told = table.notes === undefined ? table : { ...table, notes: about };
  saveBlob(new Blob([csvOf(told)], { type: 'text/csv;charset=utf-8' }), name);
}
