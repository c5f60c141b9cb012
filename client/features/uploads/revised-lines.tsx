import type { LineRevision } from '../../../shared/contracts/comparison.ts';
import { formatCount, formatCounted } from '../../../shared/words/format.ts';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';

type Change = LineRevision['changes'][number];
type Example = LineRevision['examples'][number];

const always = ({ factor, only }: Change) => {
  if (factor !== null) return factor >= 1 ? `× ${factor}` : `÷ ${Math.round(1 / factor)}`;
  if (only === null) return '—';
  return only === '' ? 'vazio' : only;
};

const changeColumns: readonly Column<Change>[] = [
  { header: 'Só mudou', isRowHeader: true, cell: ({ columns }) => columns.join(' e ') },
  {
    header: 'Linhas',
    align: 'right',
    cell: ({ lines, isEstimate }) => `${isEstimate ? 'cerca de ' : ''}${formatCount(lines)}`,
  },
  { header: 'Sempre', cell: always },
];

/** Official names of the columns that identify a line when none of them differs. */
const shownColumns = ['cbo2002ocupação', 'município', 'salário'];

const lineText = (line: Example['now'], columns: readonly string[]) =>
  line === null
    ? 'não está'
    : [...new Set([...columns, ...shownColumns])]
        .map((column) => `${column} ${line[column] === '' ? '(vazio)' : line[column]}`)
        .join(', ');

const exampleColumns: readonly Column<Example>[] = [
  {
    header: 'Colunas diferentes',
    isRowHeader: true,
    cell: ({ columns, now }) =>
      columns.length > 0 ? columns.join(', ') : now === null ? 'linha que falta' : 'linha nova',
  },
  { header: 'Versão publicada', cell: ({ published, columns }) => lineText(published, columns) },
  { header: 'Este arquivo', cell: ({ now, columns }) => lineText(now, columns) },
];

/** The changes of a republished month to the published lines, with examples side by side. */
export function RevisedLines({ revision, name }: { revision: LineRevision; name: string }) {
  const { gone, added, publishedLines, changes, examples } = revision;
  return (
    <>
      <p className="text-dense text-muted">
        Das {formatCounted(publishedLines, 'linha publicada', 'linhas publicadas')},{' '}
        {formatCount(gone)} não {gone === 1 ? 'está' : 'estão'} neste arquivo;{' '}
        {formatCounted(added, 'linha dele é nova', 'linhas dele são novas')}.
        {revision.isRestored && ' Ele traz de volta linhas de uma versão anterior, maior.'}
      </p>
      {changes.length > 0 && (
        <StackingTable
          caption={`Colunas que mudaram em ${name}`}
          columns={changeColumns}
          rows={changes}
          rowKey={({ columns }) => columns.join()}
        />
      )}
      {examples.length > 0 && (
        <StackingTable
          caption={`Exemplos de linhas que mudaram em ${name}`}
          columns={exampleColumns}
          rows={examples}
          rowKey={(_, index) => String(index)}
        />
      )}
    </>
  );
}
