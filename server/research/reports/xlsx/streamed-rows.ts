import { xmlText } from './cells.ts';

export type StreamedCell = number | string | null;

/**
 * Rows that are streamed into a sheet below those that the library wrote, without ever holding them all. In the first of
 * these rows, the library wrote one empty cell with its format for each column.
 */
export interface StreamedRows {
  readonly firstRow: number;
  /** Number of rows of all batches together. */
  readonly count: number;
  readonly batches: AsyncIterable<readonly (readonly StreamedCell[])[]>;
}

interface StreamedColumn {
  readonly name: string;
  /** ` s="7"`, or empty. */
  readonly style: string;
}

/** The XML of a sheet with its streamed rows. Throws if the number of rows differs from `count`. */
export async function* streamedSheetXml(
  xml: string,
  { firstRow, count, batches }: StreamedRows,
  texts: SharedTexts,
): AsyncGenerator<string> {
  const last = firstRow + count;
  const shape = new RegExp(`^(.*)<row r="${firstRow + 1}"[^>]*>(.*)</row>(</sheetData>.*)$`, 's');
  const [, head, template, tail] = shape.exec(xml) ?? [];
  if (head === undefined || template === undefined || tail === undefined) {
    throw new Error('The workbook library wrote a sheet of another shape.');
  }
  const columns = [...template.matchAll(/<c r="([A-Z]+)\d+"( s="\d+")?\/>/g)].map(
    ([, name = '', style = '']): StreamedColumn => ({ name, style }),
  );
  yield head.replace(/(<dimension ref="A1:[A-Z]+)\d+"/, `$1${last}"`);
  let row = firstRow;
  for await (const batch of batches) {
    let piece = '';
    for (const cells of batch) {
      row += 1;
      piece += `<row r="${row}">${cellsXml(cells, row, columns, texts)}</row>`;
    }
    yield piece;
  }
  if (row !== last) {
    throw new Error(`A sheet was to have ${count} rows, and ${row - firstRow} came.`);
  }
  yield tail;
}

function cellsXml(
  cells: readonly StreamedCell[],
  row: number,
  columns: readonly StreamedColumn[],
  texts: SharedTexts,
): string {
  let xml = '';
  for (const [index, { name, style }] of columns.entries()) {
    const cell = cells[index];
    if (cell === undefined || cell === null || cell === '') continue;
    const start = `<c r="${name}${row}"${style}`;
    xml +=
      typeof cell === 'number'
        ? `${start}><v>${cell}</v></c>`
        : `${start} t="s"><v>${texts.numberOf(cell)}</v></c>`;
  }
  return xml;
}

/** The workbook's shared texts, each once; cells refer to their numbers. Continues after those of the library. */
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
