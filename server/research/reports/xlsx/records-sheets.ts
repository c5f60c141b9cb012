import { type PublishedColumn, publishedColumns } from '../../../../shared/codes/record-columns.ts';
import { splitRows } from '../../../platform/warehouse/json-lines.ts';
import { type ReportModel, listedRecords } from '../model.ts';
import { type WorkbookColumn, selectionColumn, workbookColumns } from '../records.ts';
import { type Book, suppressionText } from './book.ts';
import { monthSerial } from './cells.ts';
import type { ValueFormat } from './formats.ts';
import { headRows } from './sheet.ts';
import type { StreamedCell } from './streamed-rows.ts';
import { widthOf } from './table.ts';

const formatOfKind = {
  texto: 'text',
  mes: 'month',
  inteiro: 'count',
  decimal: 'decimal',
} as const satisfies Record<PublishedColumn['kind'], ValueFormat>;

/** Column widths for which the header's length is unsuitable. */
const widths: Readonly<Partial<Record<WorkbookColumn, number>>> = {
  movimentacao: 15,
  ocupacao: 44,
  municipio: 13,
  municipio_nome: 28,
  uf: 6,
  genero: 12,
  escolaridade: 14,
  escolaridade_nome: 24,
};

const columns = workbookColumns.map((name) => {
  const { title, kind } = publishedColumns[name];
  const format: ValueFormat = name === 'salario' ? 'reais' : formatOfKind[kind];
  return { title, format, width: widths[name] ?? widthOf(title, format) };
});
const labelColumn = {
  title: selectionColumn.title,
  format: 'text',
  width: widthOf(selectionColumn.title, 'text'),
} as const;

// Cached, because millions of records have only some dozens of months.
const serials = new Map<string, number>();
function serialOf(month: string): number {
  const serial = serials.get(month) ?? monthSerial(month);
  serials.set(month, serial);
  return serial;
}

/** The names of the sheets that hold the records, `maxRows` rows each. */
export function recordSheetNames(model: ReportModel, maxRows: number): string[] {
  const sheets = Math.max(1, Math.ceil(listedRecords(model) / rowsOfSheet(maxRows)));
  return Array.from({ length: sheets }, (_, index) =>
    index === 0 ? 'Registros' : `Registros ${index + 1}`,
  );
}

const rowsOfSheet = (maxRows: number) => maxRows - headRows - 1;

/** Writes all records of all selections, on as many sheets as they need. */
export function writeRecords(
  book: Book,
  names: readonly string[],
  records: AsyncIterable<Uint8Array>,
  maxRows: number,
) {
  const { model } = book;
  const isCompared = model.selections.length > 1;
  const shown = isCompared ? [labelColumn, ...columns] : columns;
  const all = listedRecords(model);
  const take = distributedRows(splitRows<StreamedCell[]>(records), shown);
  for (const [index, name] of names.entries()) {
    const count = Math.min(rowsOfSheet(maxRows), all - index * rowsOfSheet(maxRows));
    const title =
      names.length > 1 ? `Registros, parte ${index + 1} de ${names.length}` : 'Registros';
    const sheet = book.addSheet({ name, title });
    for (const [column, { title: header, format, width }] of shown.entries()) {
      sheet.header(headRows, column, header, format);
      sheet.widen(column, width);
    }
    sheet.freezeAbove(headRows + 1);
    sheet.worksheet.autofilter(headRows, 0, headRows + count, shown.length - 1);
    if (count === 0) {
      sheet.paragraph(headRows + 1, 0, noRecordsText(model), 'note');
      continue;
    }
    const firstRow = headRows + 1;
    const last = index === names.length - 1;
    const batches = take(last ? Infinity : count);
    sheet.streamRows(
      { firstRow, count, batches },
      shown.map(({ format }) => format),
    );
  }
}

const noRecordsText = (model: ReportModel) =>
  model.selections.some(({ answer }) => answer.totalCount > 0)
    ? suppressionText(model)
    : 'Nenhum registro.';

/** Distributes rows over sheets as they arrive: each call yields the next `maxRows` rows, or all that are left. */
function distributedRows(
  batches: AsyncIterable<StreamedCell[][]>,
  shown: readonly { readonly format: ValueFormat }[],
) {
  const iterator = batches[Symbol.asyncIterator]();
  const months = shown.flatMap(({ format }, column) => (format === 'month' ? [column] : []));
  let rest: StreamedCell[][] = [];
  return async function* take(maxRows: number): AsyncGenerator<readonly StreamedCell[][]> {
    let left = maxRows;
    while (left > 0) {
      if (rest.length === 0) {
        const { done, value } = await iterator.next();
        if (done === true) return;
        for (const row of value) {
          for (const column of months) row[column] = serialOf(String(row[column]));
        }
        rest = value;
      }
      const rows = rest.slice(0, left);
      rest = rest.slice(left);
      left -= rows.length;
      yield rows;
    }
  };
}
