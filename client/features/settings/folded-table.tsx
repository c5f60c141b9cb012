import { useState } from 'react';
import { Table, type Column } from '../../components/table.tsx';

const shownAtFirst = 5;

/** The newest rows of a long table; the others on demand. */
export function FoldedTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Table
        caption={caption}
        columns={columns}
        rows={isOpen ? rows : rows.slice(0, shownAtFirst)}
        rowKey={rowKey}
      />
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
