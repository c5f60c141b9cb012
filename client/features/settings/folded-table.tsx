import { useState } from 'react';
import { Table, type TableProps } from '../../components/table.tsx';

const shownAtFirst = 5;

/** The newest rows of a long table; the others on demand. */
export function FoldedTable<Row>({ rows, ...table }: TableProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Table {...table} rows={isOpen ? rows : rows.slice(0, shownAtFirst)} />
      {rows.length > shownAtFirst && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-2 min-h-8 text-dense text-accent underline underline-offset-3 pointer-coarse:min-h-11"
        >
          {isOpen ? 'Mostrar só os mais novos' : `Mostrar todos (${rows.length})`}
        </button>
      )}
    </>
  );
}
