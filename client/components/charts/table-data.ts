import {
  formatCount,
  formatDecimal,
  formatRatio,
  formatReais,
  formatShare,
} from '../../../shared/words/format.ts';

export type CellValue = string | number | null;
export type CellFormat = 'text' | 'reais' | 'count' | 'share' | 'ratio' | 'percent';

/** A chart's twin: the same marks as rows. */
export type TableData = {
  caption: string;
  columns: readonly { header: string; format: CellFormat }[];
  /** A cell for each column; the first one names the row. */
  rows: readonly (readonly CellValue[])[];
  /** How the figures came about, a line each: written below the rows of a file. */
  notes?: readonly string[];
};

/** A cell as it is read on screen. */
export function cellText(value: CellValue, format: CellFormat): string {
  if (value === null) return '—';
  if (typeof value === 'string') return value;
  if (format === 'reais') return formatReais(value);
  if (format === 'share') return formatShare(value);
  if (format === 'ratio') return formatRatio(value);
  if (format === 'percent') return `${formatDecimal(value)}\u00a0%`;
  return formatCount(value);
}

const units: Partial<Record<CellFormat, string>> = {
  reais: ' (R$)',
  share: ' (%)',
  ratio: ' (%)',
  percent: ' (%)',
};

/** As a Brazilian spreadsheet opens it: semicolons, decimal commas, a BOM; a text never becomes a formula. */
export function csvOf({ columns, rows, notes = [] }: TableData): string {
  const head = columns.map(({ header, format }) => header + (units[format] ?? ''));
  const below = notes.length === 0 ? [] : [[], ...notes.map((note) => [csvText(note)])];
  const lines = [head.map(csvText), ...rows.map((row) => csvCells(row, columns)), ...below];
  return `\ufeff${lines.map((cells) => cells.join(';')).join('\r\n')}\r\n`;
}

function csvCells(row: readonly CellValue[], columns: TableData['columns']): string[] {
  return row.map((value, index) => csvCell(value, columns[index]?.format ?? 'text'));
}

function csvCell(value: CellValue, format: CellFormat): string {
  if (value === null) return '';
  if (typeof value === 'string') return csvText(value);
  if (format === 'reais') return value.toFixed(2).replace('.', ',');
  if (format === 'share' || format === 'ratio') return (value * 100).toFixed(2).replace('.', ',');
  return String(value).replace('.', ',');
}

function csvText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
