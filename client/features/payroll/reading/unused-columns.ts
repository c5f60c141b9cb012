import { formatCount } from '../../../../shared/words/format.ts';
import { quoted } from './cell-values.ts';
import type { ColumnPlaces, RollTable } from './roll-columns.ts';

/** The names of the columns that a payroll does not use; an unnamed one counts if it has values. */
export function unusedColumns(
  { header, rows }: Pick<RollTable, 'header' | 'rows'>,
  places: ColumnPlaces,
): string[] {
  const used = new Set(Object.values(places));
  return header
    .map((_, index) => index)
    .filter((index) => !used.has(index) && [header, ...rows].some((row) => row[index]?.trim()))
    .map((index) => columnName(header, index));
}

export const columnName = (header: readonly string[], index: number): string =>
  header[index]?.trim() || `Coluna ${index + 1}`;

const mostNamed = 10;

export function unusedText(names: readonly string[]): string {
  const label = names.length === 1 ? 'Coluna não usada' : 'Colunas não usadas';
  return `${label}: ${namesText(names)}.`;
}

/** Names of columns or sheets in quotes; the first ten of many. */
export function namesText(names: readonly string[]): string {
  const others = names.length - mostNamed;
  const parts = [
    ...names.slice(0, mostNamed).map((name) => quoted(name.replaceAll(/\s+/g, ' '))),
    ...(others > 0 ? [`mais ${formatCount(others)}`] : []),
  ];
  return new Intl.ListFormat('pt-BR').format(parts);
}
