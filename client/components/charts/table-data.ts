import type { PageTable } from '../../../shared/contracts/panel-page.ts';
import {
  formatCount,
  formatMonth,
  formatRatio,
  formatReais,
  formatShare,
} from '../../../shared/words/format.ts';
import { harmlessText } from '../../../shared/words/harmless-text.ts';

export type CellValue = string | number | null;
export type CellFormat = 'text' | 'reais' | 'count' | 'share' | 'ratio' | 'percent';

/** A chart as a table: the same marks as rows. */
export type TableData = {
  caption: string;
  columns: readonly { header: string; format: CellFormat }[];
  /** One cell per column; the first cell names the row. */
  rows: readonly (readonly CellValue[])[];
  /** How the figures are calculated, one line each, written below the rows of a file. */
  notes?: readonly string[];
};

/** A column of a table, and its cell for a row. */
export type RowColumn<Row> = readonly [
  header: string,
  format: CellFormat,
  cell: (row: Row) => CellValue,
];

export const tableOf = <Row>(
  caption: string,
  columns: readonly RowColumn<Row>[],
  rows: readonly Row[],
): TableData => ({
  caption,
  columns: columns.map(([header, format]) => ({ header, format })),
  rows: rows.map((row) => columns.map(([, , cell]) => cell(row))),
});

/** The end of the header of an interval's lower end; the next column is the upper end. */
const lowerEnd = ': de (95\u00a0%)';

/** A panel's table with its months as text, "jul/2023", and both ends of an interval in one cell. */
export function pageTableData({ columns, rows, ...table }: PageTable): TableData {
  const shown = columns.flatMap(({ header, format }, index) => {
    if (columns[index - 1]?.header.endsWith(lowerEnd) === true) return [];
    const isInterval = header.endsWith(lowerEnd);
    return [{ header: header.replace(lowerEnd, ' (95\u00a0%)'), format, index, isInterval }];
  });
  return {
    ...table,
    columns: shown.map(({ header, format, isInterval }) => ({
      header,
      format: format === 'month' || isInterval ? 'text' : format,
    })),
    rows: rows.map((cells) =>
      shown.map(({ index, format, isInterval }) => {
        const cell = cells[index] ?? null;
        if (cell === null) return null;
        if (format === 'month') return formatMonth(String(cell));
        if (!isInterval) return cell;
        return `${cellText(cell, format)} a ${cellText(cells[index + 1] ?? null, format)}`;
      }),
    ),
  };
}

export function cellText(value: CellValue, format: CellFormat): string {
  if (value === null) return '—';
  if (typeof value === 'string') return value;
  if (format === 'reais') return formatReais(value);
  if (format === 'share') return formatShare(value);
  if (format === 'ratio') return formatRatio(value);
  if (format === 'percent') return formatRatio(value / 100);
  return formatCount(value);
}

const units: Partial<Record<CellFormat, string>> = {
  reais: ' (R$)',
  share: ' (%)',
  ratio: ' (%)',
  percent: ' (%)',
};

/** CSV for a Brazilian spreadsheet: semicolons, decimal commas, a BOM; no text is interpreted as a formula. */
export function csvOf({ columns, rows, notes = [] }: TableData): string {
  const head = columns.map(({ header, format }) => header + (units[format] ?? ''));
  const below = notes.length === 0 ? [] : [[], ...notes.map((note) => [csvText(note)])];
  const body = rows.map((row) =>
    row.map((value, index) => csvCell(value, columns[index]?.format ?? 'text')),
  );
  const lines = [head.map(csvText), ...body, ...below];
  return `\ufeff${lines.map((cells) => cells.join(';')).join('\r\n')}\r\n`;
}

function csvCell(value: CellValue, format: CellFormat): string {
  if (value === null) return '';
  if (typeof value === 'string') return csvText(value);
  if (format === 'reais') return value.toFixed(2).replace('.', ',');
  if (format === 'share' || format === 'ratio') return (value * 100).toFixed(2).replace('.', ',');
  const shown = format === 'percent' ? Math.round(value * 100) / 100 : value;
  return String(shown).replace('.', ',');
}

function csvText(text: string): string {
  const safe = harmlessText(text);
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The same without the columns that have no value in any row, such as all ratios of incomplete data. */
export function withoutEmptyColumns({ columns: all, rows, ...table }: TableData): TableData {
  const isFilled = all.map((_, at) => rows.some((cells) => (cells[at] ?? null) !== null));
  const filled = <Cell>(cells: readonly Cell[]) => cells.filter((_, at) => isFilled[at]);
  return { ...table, columns: filled(all), rows: rows.map((cells) => filled(cells)) };
}
