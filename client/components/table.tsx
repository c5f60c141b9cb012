import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import type { ReactNode } from 'react';
import type { Direction } from '../../shared/contracts/records.ts';
import { ScrollRegion } from './scroll-region.tsx';

export type Column<Row> = {
  header: string;
  /** Null for a row that has no value: a dash in a table, and no line in a card. */
  cell: (row: Row) => ReactNode;
  /** Figures are right-aligned, so that their digits line up. */
  align?: 'left' | 'right';
  /** If this hides the column, another column must show its content. */
  className?: string;
  isRowHeader?: boolean;
  /** The row's actions: a card shows them without the column's name, and paper has none. */
  isActs?: boolean;
  /** For a column whose header orders the rows: the current direction, and what a click does. */
  sorted?: Direction | 'none';
  onSort?: () => void;
};

export type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
};

/** A dense table with a caption for screen readers; it scrolls inside its own region, never the page. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  regionClass = '',
}: TableProps<Row> & {
  /** Classes of the scroll region, such as a maximum height. */
  regionClass?: string;
}) {
  return (
    <ScrollRegion label={`Tabela: ${caption}`} className={`overflow-auto ${regionClass}`}>
      <table className="w-full border-collapse text-dense tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <HeadRow columns={columns} />
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)} className="border-b border-line last:border-0">
              {columns.map((column) => (
                <Cell key={column.header} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

export function HeadRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tr className="border-b border-control">
      {columns.map((column) => (
        <th
          key={column.header}
          scope="col"
          aria-sort={column.sorted && ariaSorts[column.sorted]}
          className={`px-2 py-2 align-bottom font-medium text-muted first:pl-0 last:pr-0 ${alignment(column)} ${column.onSort === undefined ? 'whitespace-normal!' : ''}`}
        >
          {column.onSort === undefined ? column.header : <SortButton column={column} />}
        </th>
      ))}
    </tr>
  );
}

const ariaSorts = { asc: 'ascending', desc: 'descending', none: 'none' } as const;
const sortIcons = { asc: ArrowUp, desc: ArrowDown, none: ArrowUpDown } as const;

/** Hidden where the rows are cards, because their headers are only for screen readers. */
function SortButton<Row>({ column: { header, sorted = 'none', onSort } }: { column: Column<Row> }) {
  const Icon = sortIcons[sorted];
  return (
    <>
      <button
        type="button"
        className={`inline-flex min-h-8 items-center gap-1 rounded-[3px] text-left hover:text-ink stacked:hidden pointer-coarse:min-h-11 ${sorted === 'none' ? '' : 'text-ink'}`}
        onClick={onSort}
      >
        {header}
        <Icon aria-hidden size={13} className="shrink-0 opacity-60 print:hidden" />
      </button>
      <span className="hidden stacked:inline">{header}</span>
    </>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const className = `px-2 py-2 align-top first:pl-0 last:pr-0 ${alignment(column)}`;
  return column.isRowHeader === true ? (
    <th scope="row" className={`font-normal ${className}`}>
      {column.cell(row)}
    </th>
  ) : (
    <td className={className}>{column.cell(row)}</td>
  );
}

export function alignment<Row>({ align, className = '', isActs = false }: Column<Row>): string {
  return `${align === 'right' ? 'text-right whitespace-nowrap' : 'text-left'} ${className} ${isActs ? 'print:hidden' : ''}`;
}
