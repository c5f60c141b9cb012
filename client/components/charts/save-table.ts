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
    const { workbookOf } = await import('../../lib/workbook.ts');
    const columns = table.columns.map(({ header, format }, index) => ({
      header: format === 'reais' ? `${header.trim()} (R$)` : header.trim(),
      format,
      width: index === 0 ? 48 : 16,
    }));
    saveBlob(await workbookOf([{ name: 'Tabela', columns, rows: table.rows }], about), name);
    return;
  }
  const result = table.notes === undefined ? table : { ...table, notes: about };
  saveBlob(new Blob([csvOf(result)], { type: 'text/csv;charset=utf-8' }), name);
}
