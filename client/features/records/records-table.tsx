import type { VirtualItem } from '@tanstack/react-virtual';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import { recordSorts, type RecordSort } from '../../../shared/contracts/records.ts';
import type { PublishedRecord } from '../../../shared/codes/record-columns.ts';
import { occupationColumn, type RecordColumn } from './record-columns.ts';
import type { RecordsOrder } from './records-options.ts';

export type VirtualRows = {
  items: readonly VirtualItem[];
  /** Pixels before the first and after the last of them. */
  before: number;
  after: number;
  measure: (element: Element | null) => void;
  /** Undefined until it is loaded. */
  recordAt: (index: number) => PublishedRecord | undefined;
};

/** The records as a table: the header is sticky, and a row is rendered only while it is near the visible area. */
export function RecordsTable({
  columns: chosen,
  order,
  onOrder,
  rows: { items, before, after, measure, recordAt },
  firstPlace,
  totalCount,
}: {
  columns: readonly RecordColumn[];
  order: RecordsOrder;
  onOrder: ((order: RecordsOrder) => void) | undefined;
  rows: VirtualRows;
  /** The position of the first row among all records, from 0. */
  firstPlace: number;
  totalCount: number;
}) {
  const columns = [occupationColumn, ...chosen];
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  return (
    <table
      aria-rowcount={totalCount + 1}
      className="w-full table-fixed border-separate border-spacing-0 text-dense tabular-nums print:table-auto print:min-w-0! print:text-fine print:[&_:is(th,td)]:px-1 print:[&_col]:w-auto! print:[&_th_svg]:hidden"
      style={{ minWidth: width }}
    >
      <caption className="sr-only">Registros encontrados</caption>
      <colgroup>
        {columns.map((column) => (
          <col key={column.key} style={{ width: column.width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <Head key={column.key} column={column} order={order} onOrder={onOrder} />
          ))}
        </tr>
      </thead>
      <Gap height={before} columns={columns.length} />
      <tbody>
        {items.map(({ index }) => (
          <Row
            key={index}
            index={index}
            place={firstPlace + index}
            record={recordAt(index)}
            columns={chosen}
            measure={measure}
          />
        ))}
      </tbody>
      <Gap height={after} columns={columns.length} />
    </table>
  );
}

function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden className="print:hidden">
      <tr>
        {/* Space for the rows that are not rendered. */}
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
        <td colSpan={columns} className="p-0" style={{ height }} />
      </tr>
    </tbody>
  );
}

const ariaSorts = { asc: 'ascending', desc: 'descending' } as const;

function Head({
  column: { key, label, align, sort },
  order,
  onOrder,
}: {
  column: RecordColumn;
  order: RecordsOrder;
  onOrder: ((order: RecordsOrder) => void) | undefined;
}) {
  const isSorted = sort === order.sort;
  const stuck = key === occupationColumn.key ? 'left-0 z-30 pl-0' : 'z-20';
  return (
    <th
      scope="col"
      aria-sort={sort === undefined ? undefined : isSorted ? ariaSorts[order.direction] : 'none'}
      className={`sticky top-0 border-b border-control bg-surface px-2 py-1 align-bottom font-medium text-muted ${align === 'right' ? 'text-right' : 'text-left'} ${stuck}`}
    >
      {sort === undefined || onOrder === undefined ? (
        <span className="inline-block py-1.5">{label}</span>
      ) : (
        <button
          type="button"
          className={`inline-flex min-h-8 items-center gap-1 rounded-[3px] text-left hover:text-ink pointer-coarse:min-h-11 ${isSorted ? 'text-ink' : ''}`}
          onClick={() => onOrder(nextOrder(order, sort))}
        >
          {label}
          <SortIcon direction={isSorted ? order.direction : undefined} />
        </button>
      )}
    </th>
  );
}

/** The default direction of the column; the column that already sorts reverses its direction. */
function nextOrder(order: RecordsOrder, sort: RecordSort): RecordsOrder {
  if (order.sort !== sort) return { sort, direction: recordSorts[sort] };
  return { sort, direction: order.direction === 'asc' ? 'desc' : 'asc' };
}

function SortIcon({ direction }: { direction: RecordsOrder['direction'] | undefined }) {
  if (direction === undefined) {
    return <ArrowUpDown aria-hidden size={13} className="shrink-0 opacity-60" />;
  }
  const Icon = direction === 'asc' ? ArrowUp : ArrowDown;
  return <Icon aria-hidden size={13} className="shrink-0" />;
}

const cell = 'border-b border-line px-2 py-2 align-top';

function Row({
  index,
  place,
  record,
  columns,
  measure,
}: {
  index: number;
  place: number;
  record: PublishedRecord | undefined;
  columns: readonly RecordColumn[];
  measure: (element: Element | null) => void;
}) {
  return (
    // The loading row has the height of a loaded one: a row that grows would disturb the scrolling.
    <tr ref={measure} data-index={index} aria-rowindex={place + 2} className="h-[53px]">
      <th
        scope="row"
        className={`sticky left-0 z-10 bg-surface pl-0 text-left font-normal ${cell}`}
      >
        <CellText column={occupationColumn} record={record} />
      </th>
      {columns.map((column) => (
        <td key={column.key} className={`${cell} ${column.align === 'right' ? 'text-right' : ''}`}>
          <CellText column={column} record={record} />
        </td>
      ))}
    </tr>
  );
}

function CellText({
  column: { text, detail },
  record,
}: {
  column: RecordColumn;
  record: PublishedRecord | undefined;
}) {
  if (record === undefined) {
    return (
      <>
        <span className="sr-only">Carregando...</span>
        <span aria-hidden className="block h-[18px] max-w-24 rounded-[3px] bg-sunken" />
      </>
    );
  }
  return (
    <>
      {text(record)}
      {detail && <span className="block text-muted">{detail(record)}</span>}
    </>
  );
}
