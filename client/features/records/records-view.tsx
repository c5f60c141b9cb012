import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import type { PublishedRecord } from '../../../shared/codes/record-columns.ts';
import {
  recordSorts,
  type RecordsOrder,
  type RecordSort,
} from '../../../shared/contracts/records.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { Stale } from '../../components/async-panel.tsx';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { TextField } from '../../components/field.tsx';
import { Pager, rangeText, showStart } from '../../components/list-panel.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { Select } from '../../components/select.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { focusFirstInvalid } from '../../lib/hooks.ts';
import { occupationColumn, recordColumns, type RecordColumn } from './record-columns.ts';
import { recordsPageOptions, type RecordsQuery } from './records-options.ts';

/** All records, page by page; the old rows stay until those of another order or page are loaded. */
export function RecordsView({
  query,
  columns,
  order,
  onOrder,
}: {
  query: RecordsQuery;
  columns: readonly RecordColumn[];
  order: RecordsOrder;
  /** Undefined if there is only one order. */
  onOrder: ((order: RecordsOrder) => void) | undefined;
}) {
  const { totalCount, pageSize, withSensitive } = query;
  // A turned phone changes the size of the pages; the page then has the record that was first.
  const [first, setFirst] = useState(1);
  const page = Math.ceil(first / pageSize);
  const [place, setPlace] = useState('');
  const [placeProblem, setPlaceProblem] = useState<string>();
  const start = useRef<HTMLDivElement>(null);
  const loaded = useQuery(recordsPageOptions(query, order, page));
  const [shown, setShown] = useState({ rows: query.first, page, pageSize, withSensitive: false });
  if (loaded.data && loaded.data !== shown.rows)
    setShown({ rows: loaded.data, page, pageSize, withSensitive });
  // Rows requested without race and disability lack both, and would show "Não informado".
  const drawn = columns.filter(({ isSensitive }) => !isSensitive || shown.withSensitive);
  const hasFailed = loaded.isError && !loaded.isFetching;
  const changeOrder = (next: RecordsOrder) => {
    setFirst(1);
    onOrder?.(next);
  };
  const turnTo = (next: number) => {
    setFirst((next - 1) * pageSize + 1);
    showStart(start.current);
  };
  const goToPlace = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = Number(place.replaceAll('.', ''));
    const isThere = Number.isInteger(number) && number >= 1 && number <= totalCount;
    setPlaceProblem(isThere ? undefined : `Informe um número de 1 a ${formatCount(totalCount)}.`);
    if (isThere) turnTo(Math.ceil(number / pageSize));
    else focusFirstInvalid(event.currentTarget);
  };
  return (
    <div ref={start} tabIndex={-1} className="outline-none">
      {hasFailed && (
        <div className="mb-3">
          <FailureNotice
            title="Não foi possível carregar estes registros"
            error={loaded.error}
            retry={() => void loaded.refetch()}
          />
        </div>
      )}
      {onOrder && <OrderFields order={order} columns={columns} onOrder={changeOrder} />}
      <Stale isStale={loaded.data === undefined && !hasFailed}>
        <ScrollRegion
          label="Registros encontrados"
          className="overflow-auto xl:max-h-[70dvh] xl:[&_th[scope=col]]:sticky xl:[&_th[scope=col]]:top-0 xl:[&_th[scope=col]]:z-10 xl:[&_th[scope=col]]:bg-surface xl:[&_th[scope=col]]:shadow-[inset_0_-1px_0_var(--color-control)] xl:[&_th[scope=col]:first-child]:z-20 print:max-h-none"
        >
          <StackingTable
            caption="Registros encontrados"
            columns={[occupationColumn, ...drawn].map((column) =>
              columnOf(column, order, onOrder && changeOrder),
            )}
            rows={shown.rows}
            rowKey={(_, index) => String(index)}
          />
        </ScrollRegion>
      </Stale>
      {totalCount > pageSize && (
        <Pager
          label="Páginas de registros"
          page={page}
          pages={Math.ceil(totalCount / pageSize)}
          onPage={turnTo}
        />
      )}
      {totalCount > pageSize && (
        <form noValidate onSubmit={goToPlace} className="mt-3 flex items-start gap-2 print:hidden">
          <div className="w-48">
            <TextField
              label="Ir para o registro"
              inputMode="numeric"
              value={place}
              onText={setPlace}
              error={placeProblem}
              className="tabular-nums"
            />
          </div>
          <Button type="submit" className="mt-6">
            Ir
          </Button>
        </form>
      )}
      <output className="mt-2 block text-dense text-muted tabular-nums">
        {rangeText(shown.page, shown.pageSize, shown.rows.length, totalCount)}
      </output>
    </div>
  );
}

function columnOf(
  { key, label, align, sort, isLong, text, detail }: RecordColumn,
  order: RecordsOrder,
  onOrder: ((order: RecordsOrder) => void) | undefined,
): Column<PublishedRecord> {
  const isFirst = key === occupationColumn.key;
  return {
    header: label,
    isRowHeader: isFirst,
    ...(align !== undefined && { align }),
    className: isFirst
      ? '@3xl:sticky @3xl:left-0 @3xl:min-w-56 @3xl:bg-surface'
      : isLong === true
        ? '@3xl:min-w-52'
        : '',
    ...(sort !== undefined &&
      onOrder !== undefined && {
        sorted: sort === order.sort ? order.direction : 'none',
        onSort: () => onOrder(nextOrder(order, sort)),
      }),
    cell: (record) => (
      <>
        {text(record)}
        {detail && <span className="block text-muted">{detail(record)}</span>}
      </>
    ),
  };
}

/** The default direction of the column; the column that already sorts reverses its direction. */
function nextOrder(order: RecordsOrder, sort: RecordSort): RecordsOrder {
  if (order.sort !== sort) return { sort, direction: recordSorts[sort] };
  return { sort, direction: order.direction === 'asc' ? 'desc' : 'asc' };
}

const directions = [
  ['asc', 'Crescente'],
  ['desc', 'Decrescente'],
] as const;

/** The order where the records are cards, which have no column headers. */
function OrderFields({
  order,
  columns,
  onOrder,
}: {
  order: RecordsOrder;
  columns: readonly RecordColumn[];
  onOrder: (order: RecordsOrder) => void;
}) {
  const sortable = [occupationColumn, ...recordColumns].filter(
    (column) => column.sort !== undefined && (!column.isSensitive || columns.includes(column)),
  );
  return (
    <div className="@container print:hidden">
      <div className="mb-2 flex flex-col items-start gap-2 @3xl:hidden">
        <Select
          label="Ordenar por"
          value={order.sort}
          options={sortable.map(({ sort, label }) => [sort ?? '', label])}
          onValue={(value) => {
            const sort = sortable.find((column) => column.sort === value)?.sort;
            if (sort !== undefined) onOrder({ sort, direction: recordSorts[sort] });
          }}
        />
        <SegmentedControl
          label="Direção"
          options={directions}
          value={order.direction}
          onValue={(direction) => onOrder({ ...order, direction })}
        />
      </div>
    </div>
  );
}
