import { formatCounted } from '../../../../shared/words/format.ts';
import { Panel } from '../../../components/panel.tsx';
import { Table } from '../../../components/table.tsx';
import type { Roll, RowProblem } from './read-people.ts';
import { unusedText } from './unused-columns.ts';

const shownProblems = 500;

/** The rows of the file that were not used, and why: no row is left out without a reason. */
export function LeftOutPanel({ roll: { refused, doubts, notes } }: { roll: Roll }) {
  const isClean = refused.length + doubts.length === 0;
  return (
    <Panel title="Linhas ignoradas">
      <ul className="flex max-w-prose list-disc flex-col gap-1 pl-4">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {isClean && <li>Todas as linhas foram lidas.</li>}
      </ul>
      <Problems
        title={`${formatCounted(refused.length, 'linha ficou', 'linhas ficaram')} de fora`}
        problems={refused}
      />
      <Problems
        title={formatCounted(
          doubts.length,
          'linha entrou incompleta',
          'linhas entraram incompletas',
        )}
        problems={doubts}
      />
    </Panel>
  );
}

/** The columns of the file that are not used; a line of its own within a row of controls. */
export function UnusedColumns({ names = [] }: { names: readonly string[] | undefined }) {
  if (names.length === 0) return null;
  return <p className="basis-full text-dense text-muted wrap-anywhere">{unusedText(names)}</p>;
}

function Problems({ title, problems }: { title: string; problems: readonly RowProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 mb-2 font-medium">{title}</h3>
      <Table
        caption={title}
        regionClass="max-h-96"
        rows={problems.slice(0, shownProblems)}
        rowKey={({ row }) => String(row)}
        columns={[
          { header: 'Linha', cell: ({ row }) => row, isRowHeader: true },
          { header: 'Por quê', cell: ({ text }) => text, className: 'wrap-anywhere' },
        ]}
      />
      {problems.length > shownProblems && (
        <p className="mt-2 text-dense text-muted">As primeiras {shownProblems} são mostradas.</p>
      )}
    </>
  );
}
