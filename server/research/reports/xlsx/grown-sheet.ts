import { cellName, columnName } from './cells.ts';
import type { SharedTexts } from './shared-texts.ts';

export type GrownCell = number | string | null;

/**
 * Rows that are streamed into a sheet in addition to those that the library wrote, without ever holding them all. In
 * the first of these rows, the library wrote one empty cell with its format for each column.
 */
export interface GrownRows {
  readonly firstRow: number;
  readonly firstColumn: number;
  /** Number of cells in a row. */
  readonly width: number;
  /** Number of rows of all batches together. */
  readonly count: number;
  readonly batches: AsyncIterable<readonly (readonly GrownCell[])[]>;
}

/** The XML of a sheet with its streamed rows. Throws if the number of rows differs from `count`. */
export async function* grownSheetXml(
  xml: string,
  grown: GrownRows,
  texts: SharedTexts,
): AsyncGenerator<string> {
  const { head, rows, tail } = sheetParts(xml);
  const columns = columnsOf(rows, grown);
  const last = grown.firstRow + grown.count;
  yield withDimension(head, grown, Math.max(...rows.keys()));
  for (const [row, content] of rows)
    if (row < grown.firstRow) yield rowXml(row, content.attributes, content.cells);
  let row = grown.firstRow;
  for await (const batch of grown.batches) {
    let piece = '';
    for (const cells of batch) {
      const { attributes, cells: beside } = besideOf(rows, row, columns);
      piece += rowXml(row, attributes, beside + cellsXml(cells, row, columns, texts));
      row += 1;
    }
    if (row > last) break;
    yield piece;
  }
  if (row !== last) {
    throw new Error(`A sheet was to have ${grown.count} rows, and ${row - grown.firstRow} came.`);
  }
  for (const [below] of rows) {
    if (below < last) continue;
    const { attributes, cells } = besideOf(rows, below, columns);
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

interface GrownColumn {
  readonly name: string;
  /** ` s="7"`, or empty. */
  readonly style: string;
  /** The whole empty cell that the library wrote. */
  readonly template: string | undefined;
}

function columnsOf(
  rows: ReadonlyMap<number, WrittenRow>,
  { firstRow, firstColumn, width }: GrownRows,
): { readonly row: number; readonly each: readonly GrownColumn[] } {
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
function besideOf(
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
  cells: readonly GrownCell[],
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
  { firstRow, firstColumn, width, count }: GrownRows,
  lastRow: number,
): string {
  const last = cellName(Math.max(lastRow, firstRow + count - 1), firstColumn + width - 1);
  return head.replace(/<dimension ref="[^"]*"\/>/, `<dimension ref="A1:${last}"/>`);
}
