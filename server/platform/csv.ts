import { harmlessText } from '../../shared/words/harmless-text.ts';

/** The byte order mark, which makes spreadsheets read the text as UTF-8. */
export const csvStart = '\uFEFF';

/** A row of CSV as a Brazilian spreadsheet opens it: `;` between cells, every cell quoted. */
export const csvRow = (cells: readonly (string | number | null)[]): string =>
  delimitedRow(cells, ';');

/** A row of cells with this character between them, escaped as in CSV. */
export const delimitedRow = (cells: readonly (string | number | null)[], separator: ';' | ',') =>
  `${cells.map(csvCell).join(separator)}\r\n`;

function csvCell(value: string | number | null): string {
  const text = typeof value === 'string' ? harmlessText(value) : String(value ?? '');
  return `"${text.replaceAll('"', '""')}"`;
}
