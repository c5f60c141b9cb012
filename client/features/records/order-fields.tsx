import { recordSorts } from '../../../shared/contracts/records.ts';
import { Select } from '../../components/select.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { occupationColumn, recordColumns, type RecordColumn } from './record-columns.ts';
import type { RecordsOrder } from './records-options.ts';

const directions = [
  { value: 'asc', label: 'Crescente' },
  { value: 'desc', label: 'Decrescente' },
] as const;

/** The order of the cards, which have no column headers. */
export function OrderFields({
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
    <div className="mb-2 flex flex-col gap-2 print:hidden">
      <Select
        label="Ordenar por"
        value={order.sort}
        options={sortable.map(({ sort, label }) => ({ value: sort ?? '', label }))}
        onValue={(value) => {
          const sort = sortable.find((column) => column.sort === value)?.sort;
          if (sort !== undefined) onOrder({ sort, direction: recordSorts[sort] });
        }}
      />
      <div>
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
