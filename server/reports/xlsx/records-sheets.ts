import { genders } from '../../../shared/codes.ts';
import type { SalaryRecord } from '../../../shared/search.ts';
import type { RecordChunk, ReportModel } from '../model.ts';
import type { Book } from './book.ts';
import { monthSerial } from './cells.ts';
import type { ValueFormat } from './formats.ts';
import type { GrownCell } from './grown-sheet.ts';
import { subtitleOf } from './selections.ts';
import { headRows } from './sheet.ts';
import { widthOf } from './table.ts';

interface RecordColumn {
  readonly header: string;
  readonly format: ValueFormat;
  readonly width?: number;
  readonly read: (record: SalaryRecord) => GrownCell;
}

const columns: readonly RecordColumn[] = [
  { header: 'Mês', format: 'month', read: ({ competencia }) => serialOf(competencia) },
  {
    header: 'Movimentação',
    format: 'text',
    width: 15,
    read: ({ movimentacao }) => (movimentacao === 'admissao' ? 'Admissão' : 'Desligamento'),
  },
  { header: 'CBO', format: 'text', read: ({ cbo }) => cbo },
  { header: 'Ocupação', format: 'text', width: 44, read: ({ ocupacao }) => ocupacao },
  { header: 'Código do município', format: 'text', width: 13, read: ({ municipio }) => municipio },
  { header: 'Município', format: 'text', width: 28, read: ({ municipioNome }) => municipioNome },
  { header: 'UF', format: 'text', width: 6, read: ({ uf }) => uf },
  { header: 'Salário', format: 'reais', read: ({ salario }) => Number(salario) },
  {
    header: 'Gênero',
    format: 'text',
    width: 12,
    read: ({ genero }) => (genero === null ? null : genders[genero].label),
  },
  { header: 'Sexo (código)', format: 'text', read: ({ sexo }) => sexo },
  { header: 'Idade', format: 'integer', read: ({ idade }) => idade },
  {
    header: 'Escolaridade (grupo)',
    format: 'text',
    width: 14,
    read: (record) => record.escolaridade,
  },
  { header: 'Escolaridade', format: 'text', width: 24, read: (record) => record.escolaridadeNome },
  { header: 'Horas por semana', format: 'decimal', read: ({ horas }) => horas },
];

// Millions of records have some dozens of months.
const serials = new Map<string, number>();
function serialOf(month: string): number {
  const serial = serials.get(month) ?? monthSerial(month);
  serials.set(month, serial);
  return serial;
}

/** The names of the sheets that hold so many records, `most` rows each. */
export function recordSheetNames(model: ReportModel, most: number): string[] {
  const sheets = Math.max(1, Math.ceil(recordsOf(model) / rowsOfSheet(most)));
  return Array.from({ length: sheets }, (_, index) =>
    index === 0 ? 'Registros' : `Registros ${index + 1}`,
  );
}

const recordsOf = ({ selections }: ReportModel) =>
  selections.reduce((sum, { answer }) => sum + answer.totalCount, 0);
const rowsOfSheet = (most: number) => most - headRows - 1;

/** All records of all selections, on as many sheets as they need. */
export function writeRecords(
  book: Book,
  names: readonly string[],
  records: AsyncIterable<RecordChunk>,
  most: number,
) {
  const { model, formats } = book;
  const isCompared = model.selections.length > 1;
  const shown: readonly Pick<RecordColumn, 'header' | 'format' | 'width'>[] = isCompared
    ? [{ header: 'Seleção', format: 'text' }, ...columns]
    : columns;
  const all = recordsOf(model);
  const rows = new RecordRows(records, model, isCompared);
  for (const [index, name] of names.entries()) {
    const count = Math.min(rowsOfSheet(most), all - index * rowsOfSheet(most));
    const title =
      names.length > 1 ? `Registros, parte ${index + 1} de ${names.length}` : 'Registros';
    const sheet = book.addSheet({ name, title, subtitle: subtitleOf(model) });
    for (const [column, { header, format, width }] of shown.entries()) {
      const side = format === 'text' || format === 'month' ? 'left' : 'right';
      sheet.write(headRows, column, header, formats.header[side]);
      sheet.widen(column, width ?? widthOf(header, format));
    }
    sheet.freezeAbove(headRows + 1);
    sheet.filter([headRows, 0], [headRows + count, shown.length - 1]);
    if (count === 0) {
      sheet.write(headRows + 1, 0, 'Nenhum registro.', formats.note);
      continue;
    }
    const firstRow = headRows + 1;
    const width = shown.length;
    const last = index === names.length - 1;
    const batches = rows.take(last ? Infinity : count);
    sheet.grow(
      { firstRow, firstColumn: 0, width, count, batches },
      shown.map(({ format }) => format),
    );
  }
}

/** Rows of records as they come, handed out to one sheet after another. */
class RecordRows {
  readonly #chunks: AsyncIterator<RecordChunk>;
  readonly #labels: readonly string[];
  readonly #isCompared: boolean;
  #rest: readonly GrownCell[][] = [];

  constructor(
    records: AsyncIterable<RecordChunk>,
    { selections }: ReportModel,
    isCompared: boolean,
  ) {
    this.#chunks = records[Symbol.asyncIterator]();
    this.#labels = selections.map(({ label }) => label);
    this.#isCompared = isCompared;
  }

  /** The next so many rows, or all that are left. */
  async *take(most: number): AsyncGenerator<readonly GrownCell[][]> {
    let left = most;
    while (left > 0) {
      const rows = this.#rest.length > 0 ? this.#rest : await this.#next();
      if (rows === undefined) return;
      this.#rest = rows.slice(left);
      yield this.#rest.length === 0 ? rows : rows.slice(0, left);
      left -= rows.length;
    }
  }

  async #next(): Promise<readonly GrownCell[][] | undefined> {
    const { done, value } = await this.#chunks.next();
    if (done === true) return undefined;
    const label = this.#labels[value.selection] ?? '';
    return value.records.map((record) => {
      const cells = columns.map(({ read }) => read(record));
      return this.#isCompared ? [label, ...cells] : cells;
    });
  }
}
