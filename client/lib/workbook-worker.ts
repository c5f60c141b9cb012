import loadLibrary, { Format, FormatAlign, Workbook } from 'wasm-xlsxwriter/web';
import { dayMs } from '../../shared/codes/months.ts';
import { lineCount, rowHeight } from '../../shared/words/wrapped-text.ts';

/** Excel's number formats. Amounts are in reais; shares and ratios from 0 to 1; a day is text, AAAA-MM-DD. */
const numberFormats = {
  reais: '#,##0.00',
  count: '#,##0',
  decimal: '0.0',
  share: '0.0%',
  ratio: '0.0%',
  percent: '0.0"%"',
  day: 'dd/mm/yyyy',
} as const;

/** A sheet: a row of bold headers, and rows with a cell per column. */
export interface SheetContent {
  readonly name: string;
  /** A row above the headers; null for none. */
  readonly notice: string | null;
  readonly columns: readonly {
    readonly header: string;
    readonly format: keyof typeof numberFormats | 'text';
    /** In characters. */
    readonly width: number;
  }[];
  /** Texts are written as texts, whatever characters they begin with. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** The sheets, and the lines of a last sheet "Método". */
export interface WorkbookContent {
  readonly sheets: readonly SheetContent[];
  readonly about: readonly string[];
}

/** The width of the last sheet's column, in characters. */
const methodWidth = 110;

async function workbookBytes({ sheets, about }: WorkbookContent) {
  await loadLibrary();
  const workbook = new Workbook();
  const head = new Format().setBold().setTextWrap().setAlign(FormatAlign.Top);
  for (const { name, notice, columns, rows } of sheets) {
    const top = notice === null ? 0 : 1;
    const sheet = workbook
      .addWorksheet()
      .setName(name)
      .setFreezePanes(top + 1, 0);
    if (notice !== null) sheet.writeStringWithFormat(0, 0, notice, new Format().setBold());
    const lines = columns.map(({ header, width }) => lineCount(header, width));
    sheet.setRowHeight(top, rowHeight(Math.max(...lines)));
    for (const [column, { header, format, width }] of columns.entries()) {
      sheet.setColumnWidth(column, width).writeStringWithFormat(top, column, header, head);
      const shown = format === 'text' ? null : new Format().setNumFormat(numberFormats[format]);
      for (const [index, cells] of rows.entries()) {
        const row = top + 1 + index;
        const cell = cells[column] ?? null;
        const value = format === 'day' && cell !== null ? dayNumber(String(cell)) : cell;
        if (typeof value === 'number' && shown) {
          sheet.writeNumberWithFormat(row, column, value, shown);
        } else if (value !== null) sheet.writeString(row, column, String(value));
      }
    }
  }
  const method = workbook.addWorksheet().setName('Método').setColumnWidth(0, methodWidth);
  const wrapped = new Format().setTextWrap();
  for (const [row, line] of about.entries()) {
    method.writeStringWithFormat(row, 0, line, wrapped);
    method.setRowHeight(row, rowHeight(lineCount(line, methodWidth)));
  }
  const bytes = new Uint8Array(workbook.saveToBufferSync());
  workbook.free();
  return bytes;
}

/** The bytes of the workbook, or why it could not be written. */
export type WorkbookReply = Uint8Array<ArrayBuffer> | { readonly error: string };

/** Excel's number of a day: 1 January 1970 is 25,569. */
const dayNumber = (day: string) => Date.parse(day) / dayMs + 25_569;

addEventListener('message', ({ data }: MessageEvent<WorkbookContent>) => {
  void workbookBytes(data).then(
    (bytes) => postMessage(bytes, { transfer: [bytes.buffer] }),
    (cause: unknown) => postMessage({ error: String(cause) }),
  );
});
