import { useQuery } from '@tanstack/react-query';
import { formatCount, formatMoment } from '../../../shared/words/format.ts';
import type { ComparedFile, Comparison } from '../../../shared/contracts/comparison.ts';
import type { Upload } from '../../../shared/contracts/uploads.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Panel } from '../../components/panel.tsx';
import { Fold } from '../../components/fold.tsx';
import { FiguresBeside, FiguresByMonth } from './compared-figures.tsx';
import { EmptyFields, LargestSalaries, NewCodes } from './compared-details.tsx';
import { RevisedLines } from './revised-lines.tsx';
import { ReasonList } from './reason-list.tsx';
import { comparisonOptions } from './upload-options.ts';

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
        <p className="text-good">Dentro dos limites.</p>
      ) : (
        <p className="text-warm">
          {reasons.length === 1
            ? 'Um motivo para conferir'
            : `${reasons.length} motivos para conferir`}
          {areReasonsAbove ? ', como está acima.' : ':'}
        </p>
      )}
      {reasons.length > 0 && !areReasonsAbove && <ReasonList reasons={reasons} />}
      {file.untold.map((sentence) => (
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
