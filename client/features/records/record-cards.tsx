import type { PublishedRecord } from '../../../shared/codes/record-columns.ts';
import { occupationColumn, type RecordColumn } from './record-columns.ts';
import type { VirtualRows } from './records-table.tsx';

/** The records where a table does not fit: the occupation and the salary, then the other chosen columns. */
export function RecordCards({
  columns,
  rows: { items, before, after, measure, recordAt },
  firstPlace,
  totalCount,
}: {
  columns: readonly RecordColumn[];
  rows: VirtualRows;
  firstPlace: number;
  totalCount: number;
}) {
  const salary = columns.find(({ key }) => key === 'salario');
  const others = columns.filter((column) => column !== salary);
  return (
    <ul
      aria-label="Registros encontrados"
      className="text-dense tabular-nums"
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {items.map(({ index }) => (
        <li
          key={index}
          ref={measure}
          data-index={index}
          aria-setsize={totalCount}
          aria-posinset={firstPlace + index + 1}
          className="border-b border-line py-2"
        >
          <Card record={recordAt(index)} salary={salary} others={others} />
        </li>
      ))}
    </ul>
  );
}

function Card({
  record,
  salary,
  others,
}: {
  record: PublishedRecord | undefined;
  salary: RecordColumn | undefined;
  others: readonly RecordColumn[];
}) {
  if (record === undefined) {
    return (
      <>
        <span className="sr-only">Carregando...</span>
        <span aria-hidden className="block h-14 rounded-[3px] bg-sunken" />
      </>
    );
  }
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <span>
          {occupationColumn.text(record)}{' '}
          <span className="text-muted">{occupationColumn.detail?.(record)}</span>
        </span>
        {salary && <span className="font-medium whitespace-nowrap">{salary.text(record)}</span>}
      </div>
      <p className="text-muted">{others.map((column) => columnText(column, record)).join(' · ')}</p>
    </>
  );
}

const untold = /^(?:—|não (?:informad|identificad)[oa])$/i;

/** A value that only states that something is missing gets its column's name as a prefix. */
function columnText({ label, text }: RecordColumn, record: PublishedRecord): string {
  const value = text(record);
  return untold.test(value)
    ? `${label}: ${value === '—' ? 'não informado' : value.toLowerCase()}`
    : value;
}
