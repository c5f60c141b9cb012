import { alignment, HeadRow, type Column, type TableProps } from './table.tsx';

/**
 * A table whose rows become cards where there is no room: each cell is then on a separate line, after its column's
 * name. The switch depends on the container's width, not the window's; on paper the rows stay rows.
 */
export function StackingTable<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div className="@container">
      <table className="w-full border-collapse text-dense tabular-nums stacked:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="stacked:sr-only">
          <HeadRow columns={columns} />
        </thead>
        <tbody className="stacked:block">
          {rows.map((row, index) => (
            <tr
              key={rowKey(row, index)}
              className="border-b border-line last:border-0 stacked:grid stacked:gap-x-6 stacked:py-3 stacked:items-baseline stacked:@xl:grid-cols-2"
            >
              {columns.map((column) => (
                <Cell key={column.header} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A cell of a card, after its column's name in `data-label`. */
export const stackedCell =
  'stacked:grid stacked:@min-[14rem]:grid-cols-[7rem_minmax(0,1fr)] stacked:items-baseline stacked:gap-x-3 stacked:px-0 stacked:py-1 stacked:text-left stacked:whitespace-normal stacked:before:text-muted stacked:before:content-[attr(data-label)]';
export const stackedHeading =
  'stacked:col-span-full stacked:block stacked:px-0 stacked:pt-0 stacked:pb-2';
/** Buttons need no column name. */
const acts = 'stacked:col-span-full stacked:block stacked:px-0 stacked:pt-1 stacked:pb-0';

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const className = `px-2 py-2.5 align-baseline first:pl-0 last:pr-0 ${alignment(column)}`;
  const content = column.cell(row);
  return column.isRowHeader === true ? (
    <th scope="row" className={`font-normal ${className} ${stackedHeading}`}>
      {content}
    </th>
  ) : (
    <td
      data-label={column.header}
      className={`${className} ${column.isActs === true ? acts : content === null ? 'stacked:hidden' : stackedCell}`}
    >
      <div className="min-w-0">{content ?? '—'}</div>
    </td>
  );
}
