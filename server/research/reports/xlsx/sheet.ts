import { Url, type Format, type Worksheet } from 'wasm-xlsxwriter';
import { queryLine } from '../../../../shared/words/query-words.ts';
import { lineCount, rowHeight } from '../../../../shared/words/wrapped-text.ts';
import { type ReportModel, noticeOf } from '../model.ts';
import { fontSizes, type Formats, type TextStyle, type ValueFormat } from './formats.ts';
import type { StreamedRows } from './streamed-rows.ts';

export type CellValue = number | string | null | undefined;

/** Rows that every sheet begins with: the notice or the product's name, the title, the subtitle, an empty one. */
export const headRows = 4;

const a4 = 9;
/** Excel's limit of characters for a cell. */
const maxCellLength = 32_767;
/** The part of a column's width that its indentation takes, in characters. */
export const padding = 2;
/** The width of a column that no table widened, in characters. */
const usualColumnWidth = 8.43;
/** The width of a paragraph, in characters: on A4 paper, a page of this width is not scaled much. */
const paragraphWidth = 110;

export interface SheetStart {
  /** The tab's name: the product's own, never a user's text. */
  readonly name: string;
  readonly title: string;
  readonly orientation?: 'portrait' | 'landscape';
  /** 1 by default. */
  readonly pagesWide?: number;
}

/** One sheet of a `Book`. Rows and columns start at 0. Texts stay texts, whatever characters they begin with. */
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
    if (notice === null) this.write(0, 0, 'CAGED Analytics', formats.line.note);
    else this.write(0, 0, notice, formats.notice);
    this.paragraph(1, 0, title, 'title');
    this.paragraph(2, 0, subtitleOf(model), 'note');
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
    this.worksheet.setFooter(`&L${plain(receiptsText(model))}&C${notice}&RPágina &P de &N`);
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

  /**
   * Adds a text from a column to another one, or as far as a page reaches, in as many lines as it needs; `close` writes
   * it. A longer line would make a printed page smaller, because a page has the width of its longest line.
   */
  paragraph(row: number, column: number, text: string, style: TextStyle, lastColumn?: number) {
    this.#paragraphs.push({ row, column, text: text.slice(0, maxCellLength), style, lastColumn });
  }
  readonly #paragraphs: Paragraph[] = [];

  /** Adds a paragraph per row; returns the row after them. */
  paragraphs(row: number, texts: readonly string[], style: TextStyle): number {
    for (const [index, text] of texts.entries()) this.paragraph(row + index, 0, text, style);
    return row + texts.length;
  }

  /** Writes the header of a column, in as many lines as it needs. */
  header(row: number, column: number, text: string, format: ValueFormat) {
    this.write(row, column, text, this.formats.header[format]);
    this.#headers.push({ row, column, text });
  }
  readonly #headers: Pick<Paragraph, 'row' | 'column' | 'text'>[] = [];

  /** Writes the paragraphs and heights, which follow from the widths of all columns. */
  close() {
    for (const { row, column, text } of this.#headers)
      this.#heighten(row, lineCount(text, this.#widthOf(column, column) - padding));
    for (const { row, column, text, style, lastColumn } of this.#paragraphs) {
      const last = Math.max(column, lastColumn ?? this.#lastOfPage());
      const lines = lineCount(text, this.#widthOf(column, last), fontSizes[style]);
      if (lines > 1 && last > column)
        this.worksheet.mergeRange(row, column, row, last, text, this.formats.wrapped[style]);
      else this.write(row, column, text, this.formats[lines > 1 ? 'wrapped' : 'line'][style]);
      this.#heighten(row, lines, fontSizes[style]);
    }
  }

  #heighten(row: number, lines: number, points: number = fontSizes.text) {
    if (lines === 1 && points === fontSizes.text) return;
    const highest = Math.max(rowHeight(lines, points), this.#heights.get(row) ?? 0);
    this.#heights.set(row, highest);
    this.worksheet.setRowHeight(row, highest);
  }
  readonly #heights = new Map<number, number>();

  #widthOf(first: number, last: number): number {
    let width = 0;
    for (let column = first; column <= last; column++)
      width += this.#widths.get(column) ?? usualColumnWidth;
    return width;
  }

  #lastOfPage(): number {
    let column = 0;
    while (this.#widthOf(0, column) < paragraphWidth) column += 1;
    return column;
  }

  /** Freezes the rows above `row` and repeats them on each printed page. */
  freezeAbove(row: number, columns = 0) {
    this.worksheet.setFreezePanes(row, columns).setRepeatRows(0, row - 1);
  }

  /** Sets the streamed rows, once per sheet, with a format for each column. */
  streamRows(rows: StreamedRows, formats: readonly ValueFormat[]) {
    for (const [column, format] of formats.entries())
      this.worksheet.writeBlank(rows.firstRow, column, this.formats.value[format]);
    this.streamed = rows;
  }
}

interface Paragraph {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  readonly style: TextStyle;
  readonly lastColumn: number | undefined;
}

/** The query, below each sheet's title. */
function subtitleOf({ selections }: ReportModel): string {
  const [first] = selections;
  if (selections.length === 1 && first !== undefined) return queryLine(first.query);
  return selections.map(({ label, query }) => `${label}: ${queryLine(query)}`).join(' | ');
}

/** The receipt, at the foot of each page. Several have no room beside the notice. */
function receiptsText({ selections }: ReportModel): string {
  const [first, ...others] = selections.flatMap(({ answer }) => answer.receipt?.id ?? []);
  if (first === undefined) return '';
  return others.length === 0 ? `Recibo ${first}` : 'Recibos na planilha Resumo';
}

/** Text in a header or footer, where & begins a code. */
const plain = (text: string) => text.replaceAll('&', '&&');
