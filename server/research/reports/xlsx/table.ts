import type { ValueFormat } from './formats.ts';
import { padding, type CellValue, type Sheet } from './sheet.ts';

export interface TableColumn {
  readonly header: string;
  readonly format: ValueFormat;
  readonly values: readonly CellValue[];
}

/** The columns of a table with a row for each item, each with its header, its format and its values. */
export const columnsOf = <Item>(
  items: readonly Item[],
  columns: readonly (readonly [
    header: string,
    format: ValueFormat,
    valueOf: (item: Item) => CellValue,
  ])[],
): TableColumn[] =>
  columns.map(([header, format, valueOf]) => ({ header, format, values: items.map(valueOf) }));

/** Columns under their own label: one selection's, in a comparison. */
export interface ColumnGroup {
  /** Undefined if there is only one selection. */
  readonly label: string | undefined;
  readonly columns: readonly TableColumn[];
}

/** The position of a written table. Without rows, `lastRow` is its header. */
export interface WrittenTable {
  readonly groups: readonly { readonly start: number; readonly headers: readonly string[] }[];
  readonly headerRow: number;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly lastColumn: number;
}

const widths: Readonly<Record<ValueFormat, number>> = {
  text: 10,
  count: 12,
  decimal: 12,
  reais: 16,
  difference: 16,
  share: 10,
  change: 12,
  month: 12,
};
const widestText = 60;

/**
 * Writes columns side by side, then groups of columns, those of a comparison under the selections' names, and widens the
 * sheet's columns to fit.
 */
export function writeTable(
  sheet: Sheet,
  row: number,
  columns: readonly TableColumn[],
  groups: readonly ColumnGroup[] = [],
): WrittenTable {
  const hasLabels = groups.some(({ label }) => label !== undefined);
  const headerRow = row + (hasLabels ? 1 : 0);
  const { formats } = sheet;
  const written = [...columns];
  const places = groups.map(({ label, columns: own }) => {
    const start = written.length;
    written.push(...own);
    if (label !== undefined) sheet.paragraph(row, start, label, 'section', written.length - 1);
    return { start, headers: own.map(({ header }) => header) };
  });
  for (const [column, { header, format, values }] of written.entries()) {
    sheet.header(headerRow, column, header, format);
    for (const [index, value] of values.entries()) {
      const at = headerRow + 1 + index;
      if (typeof value === 'string') sheet.paragraph(at, column, value, 'text', column);
      else sheet.write(at, column, value, formats.value[format]);
    }
    sheet.widen(column, widthOf(header, format, values));
  }
  return {
    groups: places,
    headerRow,
    firstRow: headerRow + 1,
    lastRow: headerRow + Math.max(0, ...written.map(({ values }) => values.length)),
    lastColumn: written.length - 1,
  };
}

/** The width of a column in characters. */
export function widthOf(header: string, format: ValueFormat, values: readonly CellValue[] = []) {
  const word = Math.max(...header.split(' ').map(({ length }) => length)) + padding;
  if (format !== 'text') return Math.max(widths[format], word);
  const longest = Math.max(
    header.length,
    ...values.map((value) => (typeof value === 'string' ? value.length : 0)),
  );
  return Math.min(widestText, Math.max(widths.text, longest + padding));
}
