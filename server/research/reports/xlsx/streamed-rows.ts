import { cellName, columnName, xmlText } from './cells.ts';

export type StreamedCell = number | string | null;

/**
 * Rows that are streamed into a sheet in addition to those that the library wrote, without ever holding them all. In
 * the first of these rows, the library wrote one empty cell with its format for each column.
 */
export interface StreamedRows {
  readonly firstRow: number;
  readonly firstColumn: number;
  /** Number of cells in a row. */
  readonly width: number;
  /** Number of rows of all batches together. */
  readonly count: number;
  readonly batches: AsyncIterable<readonly (readonly StreamedCell[])[]>;
}

/** The XML of a sheet with its streamed rows. Throws if the number of rows differs from `count`. */
export async function* streamedSheetXml(
  xml: string,
  streamed: StreamedRows,
  texts: SharedTexts,
): AsyncGenerator<string> {
  const { head, rows, tail } = sheetParts(xml);
  const columns = columnsOf(rows, streamed);
  const last = streamed.firstRow + streamed.count;
  yield withDimension(head, streamed, Math.max(...rows.keys()));
  for (const [row, content] of rows)
    if (row < streamed.firstRow) yield rowXml(row, content.attributes, content.cells);
  let row = streamed.firstRow;
  for await (const batch of streamed.batches) {
    let piece = '';
    for (const cells of batch) {
      const { attributes, cells: others } = otherCellsOf(rows, row, columns);
      piece += rowXml(row, attributes, others + cellsXml(cells, row, columns, texts));
      row += 1;
    }
    if (row > last) break;
    yield piece;
  }
  if (row !== last) {
    throw new Error(
      `A sheet was to have ${streamed.count} rows, and ${row - streamed.firstRow} came.`,
    );
  }
  for (const [below] of rows) {
    if (below < last) continue;
    const { attributes, cells } = otherCellsOf(rows, below, columns);
    yield rowXml(below, attributes, cells);
  }
  yield tail;
}

function sheetParts(xml: string) {
  const [, head, data, tail] =
    /^(.*<sheetData>)(.*)(<\/sheetData>.*)$/s.exec(
      xml.replace('<sheetData/>', '<sheetData></sheetData>'),
    ) ?? [];
  if (head === undefined || data === undefined || tail === undefined) {
    throw new Error('The workbook library wrote a sheet of another shape.');
  }
  const rows = new Map<number, WrittenRow>();
  for (const [, number, attributes = '', cells = ''] of data.matchAll(
    /<row r="(\d+)"([^>]*?)(?:\/>|>(.*?)<\/row>)/gs,
  )) {
    rows.set(Number(number) - 1, { attributes: attributes.replace(/ spans="[^"]*"/, ''), cells });
  }
  return { head, rows, tail };
}

/** A row as the library wrote it. */
interface WrittenRow {
  /** For example, its height. */
  readonly attributes: string;
  readonly cells: string;
}

interface StreamedColumn {
  readonly name: string;
  /** ` s="7"`, or empty. */
  readonly style: string;
  /** The whole empty cell that the library wrote. */
  readonly template: string | undefined;
}

function columnsOf(
  rows: ReadonlyMap<number, WrittenRow>,
  { firstRow, firstColumn, width }: StreamedRows,
): { readonly row: number; readonly each: readonly StreamedColumn[] } {
  const content = rows.get(firstRow)?.cells ?? '';
  const each = Array.from({ length: width }, (_, index) => {
    const column = firstColumn + index;
    const pattern = new RegExp(`<c r="${cellName(firstRow, column)}"( s="\\d+")?/>`);
    const [template, style = ''] = pattern.exec(content) ?? [];
    return { name: columnName(column), style, template };
  });
  return { row: firstRow, each };
}

/** The library's cells in a row, without the empty cells that only carry a format. */
function otherCellsOf(
  rows: ReadonlyMap<number, WrittenRow>,
  row: number,
  columns: ReturnType<typeof columnsOf>,
): WrittenRow {
  const written = rows.get(row) ?? empty;
  if (row !== columns.row) return written;
  const cells = columns.each.reduce(
    (text, { template }) => (template === undefined ? text : text.replace(template, '')),
    written.cells,
  );
  return { ...written, cells };
}

const empty: WrittenRow = { attributes: '', cells: '' };

const rowXml = (row: number, attributes: string, cells: string) =>
  `<row r="${row + 1}"${attributes}>${cells}</row>`;

function cellsXml(
  cells: readonly StreamedCell[],
  row: number,
  { each }: ReturnType<typeof columnsOf>,
  texts: SharedTexts,
): string {
  let xml = '';
  for (let index = 0; index < each.length; index++) {
    const cell = cells[index];
    const column = each[index];
    if (column === undefined || cell === undefined || cell === null || cell === '') continue;
    const start = `<c r="${column.name}${row + 1}"${column.style}`;
    xml +=
      typeof cell === 'number'
        ? `${start}><v>${cell}</v></c>`
        : `${start} t="s"><v>${texts.numberOf(cell)}</v></c>`;
  }
  return xml;
}

function withDimension(
  head: string,
  { firstRow, firstColumn, width, count }: StreamedRows,
  lastRow: number,
): string {
  const last = cellName(Math.max(lastRow, firstRow + count - 1), firstColumn + width - 1);
  return head.replace(/<dimension ref="[^"]*"\/>/, `<dimension ref="A1:${last}"/>`);
}

/**
 * The workbook's shared texts, each stored once; cells refer to them by number. Continues after those that the library
 * wrote.
 */
export class SharedTexts {
  readonly #head: string;
  readonly #numbers = new Map<string, number>();
  readonly #first: number;
  #references: number;

  /** Takes the library's `sharedStrings.xml`. */
  constructor(xml: string) {
    const [, count, unique] = /<sst [^>]*count="(\d+)" uniqueCount="(\d+)">/.exec(xml) ?? [];
    if (count === undefined || unique === undefined || !xml.endsWith('</sst>')) {
      throw new Error('The workbook library wrote shared texts of another shape.');
    }
    this.#head = xml.slice(0, -'</sst>'.length);
    this.#references = Number(count);
    this.#first = Number(unique);
  }

  /** Returns the number of a text and counts one more cell that uses it. */
  numberOf(text: string): number {
    this.#references += 1;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#first + this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }

  /** The whole XML part, in chunks. */
  *xml(): Generator<string> {
    const unique = this.#first + this.#numbers.size;
    yield this.#head.replace(
      /count="\d+" uniqueCount="\d+"/,
      `count="${this.#references}" uniqueCount="${unique}"`,
    );
    for (const text of this.#numbers.keys()) {
      const space = text.trim() === text ? '' : ' xml:space="preserve"';
      yield `<si><t${space}>${xmlText(text)}</t></si>`;
    }
    yield '</sst>';
  }
}
