import writeXlsxFile, { type Cell } from 'write-excel-file/browser';
import type { CellFormat, CellValue, TableData } from './table-data.ts';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const formats: Readonly<Record<Exclude<CellFormat, 'text'>, string>> = {
  reais: '#,##0.00',
  count: '#,##0',
  share: '0.0%',
  ratio: '0.0%',
  percent: '0.0"%"',
};

/**
 * A table as a workbook, created in the browser: the rows on the first sheet, the description on the second, a line
 * each.
 */
export async function tableWorkbook(
  { columns, rows }: TableData,
  about: readonly string[],
): Promise<Blob> {
  const head = columns.map(({ header, format }) => ({
    value: format === 'reais' ? `${header.trim()} (R$)` : header.trim(),
    type: String,
    fontWeight: 'bold' as const,
    wrap: true,
  }));
  const body = rows.map((row) =>
    row.map((value, index) => cellOf(value, columns[index]?.format ?? 'text')),
  );
  const workbook = await writeXlsxFile([
    {
      sheet: 'Tabela',
      data: [head, ...body],
      columns: columns.map((_, index) => ({ width: index === 0 ? 48 : 16 })),
      stickyRowsCount: 1,
    },
    {
      sheet: 'Método',
      data: about.map((value) => [{ value, type: String, wrap: true }]),
      columns: [{ width: 110 }],
    },
  ]).toBlob();
  return new Blob([workbook], { type: workbookType });
}

function cellOf(value: CellValue, format: CellFormat): Cell {
  if (value === null) return null;
  if (typeof value === 'string' || format === 'text') return { value: String(value), type: String };
  return { value, type: Number, format: formats[format] };
}
