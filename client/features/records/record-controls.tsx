import { useId, useState, type SyntheticEvent } from 'react';
import { recordSorts } from '../../../shared/contracts/records.ts';
import { Select } from '../../components/select.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { occupationColumn, recordColumns, type RecordColumn } from './record-columns.ts';
import type { RecordsOrder } from './records-options.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';

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

/** Goes to the record at a given position of the order. */
export function GoToRecord({
  totalCount,
  onPlace,
}: {
  totalCount: number;
  /** From 0. */
  onPlace: (place: number) => void;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const number = Number(text.replaceAll('.', ''));
  const isWrong =
    text.trim() !== '' && !(Number.isInteger(number) && number >= 1 && number <= totalCount);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !isWrong) onPlace(number - 1);
  };
  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      className="mt-3 flex flex-wrap items-center gap-2 text-dense print:hidden"
    >
      <label htmlFor={id}>Ir para o registro</label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={(event) => setText(event.target.value)}
        className="control max-w-32 tabular-nums"
      />
      <Button type="submit">Ir</Button>
      {isWrong && (
        <span id={`${id}-error`} role="alert" className="text-danger">
          Informe um número de 1 a {formatCount(totalCount)}.
        </span>
      )}
    </form>
  );
}
