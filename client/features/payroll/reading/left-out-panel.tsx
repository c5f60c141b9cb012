import { formatCounted } from '../../../../shared/words/format.ts';
import { Panel } from '../../../components/panel.tsx';
import { Table } from '../../../components/table.tsx';
import type { Roll, RowProblem } from './read-people.ts';

const shownProblems = 500;

/** The rows of the file that were not used, and why: no row is left out without a reason. */
export function LeftOutPanel({ roll: { refused, doubts } }: { roll: Roll }) {
  const isClean = refused.length + doubts.length === 0;
  return (
    <Panel title="Linhas ignoradas">
      {isClean && <p>Todas as linhas foram lidas.</p>}
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
