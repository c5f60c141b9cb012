/** What makes a Brazilian spreadsheet read the text as UTF-8. */
export const csvStart = '\uFEFF';

/** A row of CSV as a Brazilian spreadsheet opens it: `;` between cells, every cell quoted. */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`;
}

// A spreadsheet runs a cell that begins so as a formula; an apostrophe makes it text.
function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
