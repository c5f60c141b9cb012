import { formatFirst } from '../../../../shared/words/format.ts';
import { quoted, shortened } from './cell-values.ts';
import type { ColumnPlaces, RollTable } from './roll-columns.ts';

/** The names of the columns that a payroll does not use; an unnamed one counts if it has values. */
export function unusedColumns(
  { header, rows }: Pick<RollTable, 'header' | 'rows'>,
  places: ColumnPlaces,
): string[] {
  const used = new Set(Object.values(places));
  return header
    .map((_, index) => index)
    .filter((index) => !used.has(index))
    .filter((index) => header[index]?.trim() || rows.some((row) => row[index]?.trim()))
    .map((index) => columnName(header, index));
}

/** A column's title, shortened; without one, or after another column of that title, its number distinguishes it. */
export function columnName(header: readonly string[], index: number): string {
  const title = shortened(header[index]?.trim() ?? '');
  if (title === '') return `Coluna ${index + 1}`;
  const isFirst = header.findIndex((text) => shortened(text.trim()) === title) === index;
  return isFirst ? title : `${title} (coluna ${index + 1})`;
}

const maxNamed = 10;

export function unusedText(names: readonly string[]): string {
  const label = names.length === 1 ? 'Coluna não usada' : 'Colunas não usadas';
  return `${label}: ${namesText(names)}.`;
}

/** Names of columns or sheets in quotes; the first ten of many. */
export function namesText(names: readonly string[]): string {
  const quotedNames = names.map((name) => quoted(name.replaceAll(/\s+/g, ' ')));
  return formatFirst(quotedNames, maxNamed);
}
