import { alignment, HeadRow, type Column, type TableProps } from './table.tsx';

/**
 * A table whose rows become cards where there is no room: each cell is then on a separate line, after its column's
 * name. The switch depends on the container's width, not the window's.
 */
export function StackingTable<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div className="@container">
      <table className="w-full border-collapse text-dense tabular-nums @max-3xl:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="@max-3xl:sr-only">
          <HeadRow columns={columns} />
        </thead>
        <tbody className="@max-3xl:block">
          {rows.map((row, index) => (
            <tr
              key={rowKey(row, index)}
              className="border-b border-line last:border-0 @max-3xl:grid @max-3xl:gap-x-6 @max-3xl:py-3 @max-3xl:items-baseline @max-3xl:@xl:grid-cols-2"
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
  '@max-3xl:grid @max-3xl:grid-cols-[7rem_minmax(0,1fr)] @max-3xl:items-baseline @max-3xl:gap-3 @max-3xl:px-0 @max-3xl:py-1 @max-3xl:text-left @max-3xl:whitespace-normal @max-3xl:before:text-muted @max-3xl:before:content-[attr(data-label)]';
/** The heading of a card. */
export const stackedHeading =
  '@max-3xl:col-span-full @max-3xl:block @max-3xl:px-0 @max-3xl:pt-0 @max-3xl:pb-2';
/** Buttons need no column name. */
const acts = '@max-3xl:col-span-full @max-3xl:block @max-3xl:px-0 @max-3xl:pt-1 @max-3xl:pb-0';

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const className = `px-2 py-2.5 align-baseline first:pl-0 last:pr-0 ${alignment(column)}`;
  return column.isRowHeader === true ? (
    <th scope="row" className={`font-normal ${className} ${stackedHeading}`}>
      {column.cell(row)}
    </th>
  ) : (
    <td
      data-label={column.header}
      className={`${className} ${column.isActs === true ? acts : stackedCell}`}
    >
      <div className="min-w-0">{column.cell(row)}</div>
    </td>
  );
}
