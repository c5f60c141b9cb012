import { type PublishedColumn, publishedColumns } from '../../../../shared/codes/record-columns.ts';
import { splitRows } from '../../../platform/warehouse/json-lines.ts';
import { type ReportModel, listedRecords } from '../model.ts';
import { type WorkbookColumn, selectionColumn, workbookColumns } from '../records.ts';
import { type Book, withheldText } from './book.ts';
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

/** The names of the sheets that hold the records, `most` rows each. */
export function recordSheetNames(model: ReportModel, most: number): string[] {
  const sheets = Math.max(1, Math.ceil(listedRecords(model) / rowsOfSheet(most)));
  return Array.from({ length: sheets }, (_, index) =>
    index === 0 ? 'Registros' : `Registros ${index + 1}`,
  );
}

const rowsOfSheet = (most: number) => most - headRows - 1;

/** Writes all records of all selections, on as many sheets as they need. */
export function writeRecords(
  book: Book,
  names: readonly string[],
  records: AsyncIterable<Uint8Array>,
  most: number,
) {
  const { model, formats } = book;
  const isCompared = model.selections.length > 1;
  const shown = isCompared ? [labelColumn, ...columns] : columns;
  const all = listedRecords(model);
  const rows = new RecordRows(splitRows<StreamedCell[]>(records), shown);
  for (const [index, name] of names.entries()) {
    const count = Math.min(rowsOfSheet(most), all - index * rowsOfSheet(most));
    const title =
      names.length > 1 ? `Registros, parte ${index + 1} de ${names.length}` : 'Registros';
    const sheet = book.addSheet({ name, title });
    for (const [column, { title: header, format, width }] of shown.entries()) {
      const side = format === 'text' || format === 'month' ? 'left' : 'right';
      sheet.write(headRows, column, header, formats.header[side]);
      sheet.widen(column, width);
    }
    sheet.freezeAbove(headRows + 1);
    sheet.filter([headRows, 0], [headRows + count, shown.length - 1]);
    if (count === 0) {
      sheet.write(headRows + 1, 0, noRecordsText(model), formats.note);
      continue;
    }
    const firstRow = headRows + 1;
    const last = index === names.length - 1;
    const batches = rows.take(last ? Infinity : count);
    sheet.streamRows(
      { firstRow, count, batches },
      shown.map(({ format }) => format),
    );
  }
}

const noRecordsText = (model: ReportModel) =>
  model.selections.some(({ answer }) => answer.totalCount > 0)
    ? withheldText(model)
    : 'Nenhum registro.';

/** Rows of records as they arrive, distributed over one sheet after another. */
class RecordRows {
  readonly #chunks: AsyncIterator<StreamedCell[][]>;
  /** Indexes of the month columns. */
  readonly #months: readonly number[];
  #rest: readonly StreamedCell[][] = [];

  constructor(
    chunks: AsyncIterable<StreamedCell[][]>,
    shown: readonly { readonly format: ValueFormat }[],
  ) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#months = shown.flatMap(({ format }, column) => (format === 'month' ? [column] : []));
  }

  /** The next `most` rows, or all that are left. */
  async *take(most: number): AsyncGenerator<readonly StreamedCell[][]> {
    let left = most;
    while (left > 0) {
      const rows = this.#rest.length > 0 ? this.#rest : await this.#next();
      if (rows === undefined) return;
      this.#rest = rows.slice(left);
      yield this.#rest.length === 0 ? rows : rows.slice(0, left);
      left -= rows.length;
    }
  }

  async #next(): Promise<readonly StreamedCell[][] | undefined> {
    const { done, value } = await this.#chunks.next();
    if (done === true) return undefined;
    for (const row of value) {
      for (const column of this.#months) row[column] = serialOf(String(row[column]));
    }
    return value;
  }
}
