import {
  formatBytes,
  formatCounted,
  formatDate,
  formatMoment,
  formatShare,
} from '../../../shared/words/format.ts';
import { reportTypes, type Report, reportStatusLabels } from '../../../shared/contracts/reports.ts';
import { Badge } from '../../components/badge.tsx';
import { RowAct, rowActClass } from '../../components/button.tsx';
import type { Column } from '../../components/table.tsx';
import { nonDefaultParts } from '../../lib/query-parts.ts';
import { downloadPath } from './reports-options.ts';
import { ProgressBar } from '../../components/progress-bar.tsx';

type Acts = {
  isRetrying: boolean;
  onRetry: (report: Report) => void;
  onDelete: (report: Report) => void;
};

/** The columns of the list of reports: the status of each, and the link to its file. */
export const reportColumns = (acts: Acts): readonly Column<Report>[] => [
  {
    header: 'Relatório',
    isRowHeader: true,
    className: '@3xl:w-[40%]',
    cell: (report) => <ReportName report={report} />,
  },
  { header: 'Tipo', cell: ({ type }) => reportTypes[type] },
  {
    header: 'Situação',
    className: '@3xl:w-[18%]',
    cell: (report) => <ReportStatus report={report} />,
  },
  {
    header: 'Tamanho',
    align: 'right',
    cell: ({ fileSize }) => (fileSize === null ? '—' : formatBytes(fileSize)),
  },
  { header: 'Expira em', cell: (report) => <Expiry report={report} /> },
  {
    header: 'Ações',
    isActs: true,
    className: '@3xl:w-[16%]',
    cell: (report) => <ReportActs report={report} {...acts} />,
  },
];

function ReportName({ report }: { report: Report }) {
  const { name, notInName, selections, createdAt, createdBy, isOwn, isSynthetic, release } = report;
  const others = formatCounted(selections - 1, 'outra seleção', 'outras seleções');
  const beside = selections > 1 ? [`e mais ${others}`] : [];
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{name}</span>
        {isSynthetic && <Badge tone="warm">Demonstração</Badge>}
      </span>
      <span className="block text-muted wrap-anywhere">
        {[...nonDefaultParts(notInName), ...beside].join('\u00a0· ')}
      </span>
      <span className="block text-fine text-muted tabular-nums wrap-anywhere">
        {formatMoment(createdAt)}, versão {release} dos dados
        {isOwn ? '' : `, de ${createdBy}`}
      </span>
    </>
  );
}

function Expiry({ report: { expiresAt, isExpired, status } }: { report: Report }) {
  if (expiresAt === null || status !== 'COMPLETED') return '—';
  const day = <span className="whitespace-nowrap tabular-nums">{formatDate(expiresAt)}</span>;
  return isExpired ? <span className="text-warm">Expirou em {day}</span> : day;
}

function ReportActs({ report, isRetrying, onRetry, onDelete }: Acts & { report: Report }) {
  const { id, name, status, type, isExpired, canDownload, canRetry, canDelete } = report;
  const hasFile = canDownload && status === 'COMPLETED' && !isExpired;
  return (
    <span className="-ml-2 flex flex-wrap">
      {hasFile && <FileLink path={downloadPath(id)} label="Baixar" name={name} />}
      {hasFile && type === 'CSV' && (
        <FileLink path={`/api/reports/${id}/description`} label="Descrição" name={name} />
      )}
      {canRetry && (
        <RowAct
          act="Gerar de novo"
          about={name}
          disabled={isRetrying}
          onClick={() => onRetry(report)}
        />
      )}
      {canDelete && <RowAct act="Excluir" about={name} onClick={() => onDelete(report)} />}
    </span>
  );
}

/**
 * Opens a file in a new tab, as the specification requires. The tab keeps its opener: without one, Safari sends
 * `Sec-Fetch-Site: cross-site`, which the server refuses.
 */
function FileLink({ path, label, name }: { path: string; label: string; name: string }) {
  return (
    <a
      href={path}
      target="_blank"
      rel="opener"
      aria-label={`${label}: ${name}`}
      className={rowActClass}
    >
      {label}
    </a>
  );
}

const tones = { COMPLETED: 'good', GENERATING: 'neutral', FAILED: 'danger' } as const;

function ReportStatus({ report }: { report: Report }) {
  const { name, status, progress, message } = report;
  return (
    <>
      <Badge tone={tones[status]}>{reportStatusLabels[status]}</Badge>
      {status === 'GENERATING' && (
        <div className="mt-1.5 max-w-40">
          <ProgressBar
            label={`Geração de ${name}`}
            share={progress ?? 0}
            valueText={progress === null ? 'na fila' : formatShare(progress)}
          />
          {progress === null && <span className="mt-1 block text-fine text-muted">Na fila</span>}
        </div>
      )}
      {message !== null && <p className="mt-1 text-danger wrap-anywhere">{message}</p>}
    </>
  );
}
