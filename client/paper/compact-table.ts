import { formatCount } from '../../shared/words/format.ts';
import { fewestForStatistics } from '../../shared/statistics/design-effect.ts';
import type { TableData } from '../components/charts/table-data.ts';
import { note, tableBlock } from './figure.tsx';
import type { PaperBlock } from './blocks.ts';

type Group = { name: string; count: number; median: number | null };

/** The table contains at most this many rows with only a count. */
const mostCountsInTable = 8;

/**
 * A table with one row for each group that has figures. The groups with only a count are listed below it in a few
 * lines, because they would fill pages with dashes.
 */
export function compactTable(table: TableData, groups: readonly Group[]): PaperBlock[] {
  const counted = groups.filter(({ median }) => median === null);
  if (counted.length <= mostCountsInTable || counted.length === groups.length) {
    return [tableBlock(table)];
  }
  const rows = table.rows.filter((_, index) => groups[index]?.median !== null);
  const told = counted.map(({ name, count }) => `${name} ${formatCount(count)}`).join('; ');
  return [
    tableBlock({ ...table, rows }),
    note(`Com menos de ${fewestForStatistics} registros, só a contagem: ${told}.`),
  ];
}
