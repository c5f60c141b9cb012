import { Url, type Format, type Worksheet } from 'wasm-xlsxwriter';
import { queryLine } from '../../../../shared/words/query-words.ts';
import { type ReportModel, noticeOf } from '../model.ts';
import type { Formats, ValueFormat } from './formats.ts';
import type { StreamedRows } from './streamed-rows.ts';

export type CellValue = number | string | null | undefined;

/**
 * Number of rows that every sheet begins with: the notice or the product's name, the title, the subtitle, an empty one.
 */
export const headRows = 4;

const a4 = 9;
/** Excel's limit of characters for a header or footer. */
const maxFooterLength = 250;
/** Excel's limit of characters for a cell. */
const maxCellLength = 32_767;

export interface SheetStart {
  /** The tab's name: the product's own, never a user's text. */
  readonly name: string;
  readonly title: string;
  readonly orientation?: 'portrait' | 'landscape';
  /** 1 by default. */
  readonly pagesWide?: number;
}

/**
 * One sheet of a `Book`. Rows and columns start at 0. Texts are written as texts, whatever characters they begin with.
 */
export class Sheet {
  readonly name: string;
  readonly formats: Formats;
  readonly worksheet: Worksheet;
  /** Rows that are streamed below all others when the workbook is written. */
  streamed: StreamedRows | undefined;

  constructor(
    worksheet: Worksheet,
    { model, formats }: { readonly model: ReportModel; readonly formats: Formats },
    start: SheetStart,
  ) {
    this.name = start.name;
    this.formats = formats;
    this.worksheet = worksheet;
    worksheet.setName(start.name);
    this.#writeHead(model, start);
    this.#setUpPage(model, start);
  }

  #writeHead(model: ReportModel, { title }: SheetStart) {
    const { formats } = this;
    const notice = noticeOf(model);
    if (notice === null) this.write(0, 0, 'CAGED Analytics', formats.brand);
    else this.write(0, 0, notice, formats.notice);
    this.write(1, 0, title, formats.title);
    this.write(2, 0, subtitleOf(model), formats.note);
    this.worksheet.setRowHeight(1, 24);
  }

  #setUpPage(model: ReportModel, { orientation = 'landscape', pagesWide = 1 }: SheetStart) {
    this.worksheet
      .setPaperSize(a4)
      .setPrintFitToPages(pagesWide, 0)
      .setMargins(0.5, 0.5, 0.7, 0.7, 0.3, 0.3);
    if (orientation === 'landscape') this.worksheet.setLandscape();
    else this.worksheet.setPortrait();
    if (pagesWide > 1) this.worksheet.setRepeatColumns(0, 0);
    const notice = plain(noticeOf(model) ?? '');
    this.worksheet.setHeader(`&LCAGED Analytics&C${notice}&R&A`);
    const receipts = model.selections.flatMap(({ answer }) => answer.receipt?.id ?? []);
    const left = receipts.length === 0 ? '' : `Recibo ${plain(receipts.join(', '))}`;
    const right = `&C${notice}&RPágina &P de &N`;
    this.worksheet.setFooter(`&L${left.slice(0, maxFooterLength - right.length)}${right}`);
  }

  /** Writes a value in its format; writes nothing for null. */
  write(row: number, column: number, value: CellValue, format: Format) {
    if (value === null || value === undefined) return;
    if (typeof value === 'number') {
      this.worksheet.writeNumberWithFormat(row, column, value, format);
    } else {
      this.worksheet.writeStringWithFormat(row, column, value.slice(0, maxCellLength), format);
    }
  }

  writeColumn(row: number, column: number, values: readonly CellValue[], format: Format) {
    for (const [index, value] of values.entries()) this.write(row + index, column, value, format);
  }

  /** Writes a link to a web address; any other text is written as text. */
  link(row: number, column: number, address: string) {
    const { formats } = this;
    if (/^https?:\/\/\S+$/.test(address) && address.length < 2000) {
      const url = new Url(address).setText(address);
      this.worksheet.writeUrlWithFormat(row, column, url, formats.link);
    } else this.write(row, column, address, formats.value.text);
  }

  /** Makes a column at least `width` characters wide. */
  widen(column: number, width: number) {
    const widest = Math.max(width, this.#widths.get(column) ?? 0);
    this.#widths.set(column, widest);
    this.worksheet.setColumnWidth(column, widest);
  }
  readonly #widths = new Map<number, number>();

  /** Writes a text across several columns, with a row height for `charactersPerLine` characters per line. */
  paragraph(row: number, lastColumn: number, text: string, charactersPerLine: number) {
    const lines = text
      .split('\n')
      .map(({ length }) => Math.ceil(Math.max(length, 1) / charactersPerLine));
    const shown = text.slice(0, maxCellLength);
    this.worksheet.mergeRange(row, 0, row, lastColumn, shown, this.formats.wrapped);
    this.worksheet.setRowHeight(row, 15 * lines.reduce((sum, count) => sum + count, 0) + 1);
  }

  /** Freezes the rows above `row` and repeats them on each printed page. */
  freezeAbove(row: number, columns = 0) {
    this.worksheet.setFreezePanes(row, columns).setRepeatRows(0, row - 1);
  }

  filter(from: readonly [number, number], to: readonly [number, number]) {
    this.worksheet.autofilter(from[0], from[1], Math.max(from[0], to[0]), to[1]);
  }

  /** Sets the streamed rows, once per sheet, with a format for each column. */
  streamRows(rows: StreamedRows, formats: readonly ValueFormat[]) {
    for (const [column, format] of formats.entries())
      this.worksheet.writeBlank(rows.firstRow, column, this.formats.value[format]);
    this.streamed = rows;
  }
}

/** The query, below each sheet's title. */
function subtitleOf({ selections }: ReportModel): string {
  const [first] = selections;
  if (selections.length === 1 && first !== undefined) return queryLine(first.query);
  return selections.map(({ label, query }) => `${label}: ${queryLine(query)}`).join(' | ');
}

/** Text in a header or footer, where & begins a code. */
const plain = (text: string) => text.replaceAll('&', '&&');
