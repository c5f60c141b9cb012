import { useQuery } from '@tanstack/react-query';
import { formatCount, formatMoment, formatCounted } from '../../../shared/words/format.ts';
import {
  Comparison,
  type ComparedFile,
  type LineRevision,
} from '../../../shared/contracts/comparison.ts';
import type { Upload } from '../../../shared/contracts/uploads.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Panel } from '../../components/panel.tsx';
import { Fold } from '../../components/fold.tsx';
import { FiguresBeside, FiguresByMonth } from './compared-figures.tsx';
import { EmptyFields, LargestSalaries, NewCodes } from './compared-details.tsx';
import { ReasonList } from './reason-list.tsx';
import { getOptions } from '../../lib/get-options.ts';
import { comparisonKey, uploadPath } from '../../lib/live-uploads.ts';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';

export const comparisonOptions = (id: string) =>
  getOptions(comparisonKey(id), `${uploadPath(id)}/comparison`, Comparison, { staleTime: 0 });

/** The comparison before the publication, a panel for each file: its differences first, then the detail. */
export function ComparisonPanels({ upload }: { upload: Upload }) {
  const comparison = useQuery({ ...comparisonOptions(upload.id), enabled: upload.hasComparison });
  if (!upload.hasComparison) return null;
  return (
    <AsyncPanel query={comparison} skeleton={<Skeleton className="h-80" />}>
      {(compared) => (
        <>
          {compared.files.map((file) => (
            <FileComparison
              key={file.file}
              file={file}
              comparison={compared}
              areReasonsAbove={upload.status === 'AWAITING_APPROVAL'}
            />
          ))}
        </>
      )}
    </AsyncPanel>
  );
}

function FileComparison({
  file,
  comparison,
  areReasonsAbove,
}: {
  file: ComparedFile;
  comparison: Comparison;
  areReasonsAbove: boolean;
}) {
  const reasons = comparison.reasons.filter((reason) => reason.file === file.file);
  return (
    <Panel title={`Conferência: ${file.name}`}>
      {reasons.length === 0 ? (
        <p className={file.unverified.length === 0 ? 'text-good' : 'text-warm'}>
          {file.unverified.length === 0
            ? 'Dentro dos limites.'
            : 'Dentro dos limites, mas nem tudo pôde ser conferido:'}
        </p>
      ) : (
        <p className="text-warm">
          {reasons.length === 1
            ? 'Um motivo para conferir'
            : `${reasons.length} motivos para conferir`}
          {areReasonsAbove ? ', na lista acima.' : ':'}
        </p>
      )}
      {reasons.length > 0 && !areReasonsAbove && <ReasonList reasons={reasons} />}
      {file.unverified.map((sentence) => (
        <p key={sentence} className="mt-1 text-dense text-muted">
          {sentence}
        </p>
      ))}
      <div className="mt-4">
        <FiguresBeside file={file} />
      </div>
      <div className="mt-4 flex flex-col">
        {file.revision !== null && (
          <Fold
            title={`Linhas que mudam (${formatCount(file.revision.gone + file.revision.added)})`}
          >
            <RevisedLines revision={file.revision} name={file.name} />
          </Fold>
        )}
        {file.months.length > 1 && (
          <Fold title={`Por mês do movimento (${file.months.length})`}>
            <FiguresByMonth file={file} />
          </Fold>
        )}
        <Fold title="Campos vazios por coluna">
          <EmptyFields file={file} />
        </Fold>
        <Fold title={`Códigos novos (${file.newCodes.length})`}>
          <NewCodes file={file} />
        </Fold>
        <Fold title="Maiores salários">
          <LargestSalaries file={file} />
        </Fold>
      </div>
      <p className="mt-3 text-dense text-muted">
        Salários das admissões, pela regra do MTE. Conferido em{' '}
        {formatMoment(comparison.comparedAt)}
        {comparison.against === null
          ? ', sem nenhuma versão publicada.'
          : ` contra a versão ${comparison.against} dos dados.`}
      </p>
    </Panel>
  );
}

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
function RevisedLines({ revision, name }: { revision: LineRevision; name: string }) {
  const { gone, added, publishedLines, changes, examples } = revision;
  return (
    <>
      <p className="text-dense text-muted">
        {publishedLines === 1 ? 'Da' : 'Das'}{' '}
        {formatCounted(publishedLines, 'linha publicada', 'linhas publicadas')}, {formatCount(gone)}{' '}
        não {gone === 1 ? 'está' : 'estão'} neste arquivo;{' '}
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
