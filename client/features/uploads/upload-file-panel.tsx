import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useState, type ReactNode } from 'react';
import {
  formatCount,
  formatMoment,
  formatMonth,
  formatBytes,
  formatMilliseconds,
  formatCounted,
} from '../../../shared/words/format.ts';
import {
  type Upload,
  type UploadFile,
  fileKindLabels,
  timeOfSteps,
  type RejectionSummary,
} from '../../../shared/contracts/uploads.ts';
import { Badge } from '../../components/badge.tsx';
import { Facts, type Fact } from '../../components/facts.tsx';
import { Panel } from '../../components/panel.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { FileSteps, stepStates } from './file-steps.tsx';
import { paceText } from './upload-words.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { buttonClass } from '../../components/button.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { rejectionsCsvLink, rejectionsOptions } from './upload-options.ts';

const outcomes = {
  PUBLISHED: <Badge tone="good">Publicado</Badge>,
  UNCHANGED: <Badge tone="neutral">Sem mudança</Badge>,
  REFUSED: <Badge tone="danger">Recusado</Badge>,
} as const satisfies Record<NonNullable<UploadFile['outcome']>, ReactNode>;

export function UploadFilePanel({ upload, file }: { upload: Upload; file: UploadFile }) {
  const { outcome, message, name, rejected } = file;
  return (
    <Panel title={name} aside={outcome !== null && outcomes[outcome]}>
      {message !== null && (
        <p
          className={`mb-4 max-w-prose wrap-anywhere ${outcome === 'REFUSED' ? 'text-danger' : ''}`}
        >
          {message}
        </p>
      )}
      <FileSteps label={`Etapas de ${name}`} steps={stepStates(file, upload.status)} />
      {file.pace !== null && (
        <div className="mt-4">
          <ProgressBar
            label={`Progresso de ${name}`}
            share={file.pace.share}
            valueText={paceText(file)}
          />
          <p className="mt-1 min-h-5 text-dense text-muted tabular-nums">{paceText(file)}</p>
        </div>
      )}
      <div className="mt-4">
        <Facts facts={factsOf(file)} />
      </div>
      {rejected !== null && rejected > 0 && (
        <Rejections uploadId={upload.id} file={file} rejected={rejected} />
      )}
    </Panel>
  );
}

function factsOf(file: UploadFile): (Fact | false)[] {
  const { kind, month, bytes, textBytes, sha256, receivedSha256, startedAt, finishedAt } = file;
  const spentMs = timeOfSteps(file.stepTimes);
  return [
    kind !== null && { term: 'Tipo', detail: `${kind}: ${fileKindLabels[kind]}` },
    month !== null && { term: 'Competência', detail: formatMonth(month) },
    bytes > 0 && {
      term: 'Tamanho',
      detail: `${formatBytes(bytes)}${
        textBytes !== null && textBytes > 0 && textBytes !== bytes
          ? `, ${formatBytes(textBytes)} de texto`
          : ''
      }`,
    },
    file.lines !== null && { term: 'Linhas', detail: <LineCheck file={file} /> },
    startedAt !== null && { term: 'Início', detail: formatMoment(startedAt) },
    finishedAt !== null && spentMs > 0 && { term: 'Duração', detail: formatMilliseconds(spentMs) },
    sha256 !== null && { term: 'SHA-256 do texto', detail: <Hash text={sha256} /> },
    receivedSha256 !== null &&
      receivedSha256 !== sha256 && {
        term: 'SHA-256 do arquivo',
        detail: <Hash text={receivedSha256} />,
      },
  ];
}

function Hash({ text }: { text: string }) {
  return <span className="text-fine break-all tabular-nums">{text}</span>;
}

/** Every line read was accepted or rejected; if the sum differs, the difference is shown. */
function LineCheck({ file: { lines, accepted, rejected } }: { file: UploadFile }) {
  if (lines === null) return null;
  if (accepted === null || rejected === null) return <>{formatCount(lines)}</>;
  const isSum = accepted + rejected === lines;
  return (
    <span className="tabular-nums">
      {formatCounted(accepted, 'aceita', 'aceitas')} +{' '}
      {formatCounted(rejected, 'rejeitada', 'rejeitadas')} = {formatCounted(lines, 'lida', 'lidas')}{' '}
      <span className={isSum ? 'text-good' : 'font-medium text-danger'}>
        {isSum ? '✓ confere' : '✗ não confere'}
      </span>
    </span>
  );
}

type Group = RejectionSummary['groups'][number];

const columns: readonly Column<Group>[] = [
  {
    header: 'Motivo',
    isRowHeader: true,
    className: '@3xl:w-[30%]',
    cell: ({ reason }) => <span className="font-medium wrap-anywhere">{reason}</span>,
  },
  {
    header: 'Coluna',
    cell: ({ column }) => (
      <span className="wrap-anywhere">{column === '(linha)' ? 'a linha inteira' : column}</span>
    ),
  },
  { header: 'Linhas', align: 'right', cell: ({ count }) => formatCount(count) },
  {
    header: 'Exemplos',
    className: '@3xl:w-[45%]',
    cell: ({ examples }) => (
      <ul className="flex flex-col gap-1">
        {examples.map(({ line, raw }) => (
          <li key={line}>
            <span className="text-muted tabular-nums">Linha {formatCount(line)}: </span>
            <code className="text-fine wrap-anywhere">{raw}</code>
          </li>
        ))}
      </ul>
    ),
  },
];

/** The lines of a file that could not be read, by reason; they load on demand. */
function Rejections({
  uploadId,
  file,
  rejected,
}: {
  uploadId: string;
  file: UploadFile;
  rejected: number;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="mt-4 border-t border-line pt-2"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-8 py-1 font-medium pointer-coarse:min-h-11">
        {formatCounted(rejected, 'linha rejeitada', 'linhas rejeitadas')}, por motivo
      </summary>
      {isOpen && <Summary uploadId={uploadId} file={file} />}
    </details>
  );
}

function Summary({ uploadId, file }: { uploadId: string; file: UploadFile }) {
  const summary = useQuery(rejectionsOptions(uploadId, file.id));
  return (
    <AsyncPanel query={summary} skeleton={<Skeleton className="mt-2 h-40" />}>
      {({ total, groups, others, unkept }) =>
        total === 0 ? (
          <p className="mt-2 text-dense text-muted">
            As linhas rejeitadas de um envio sem publicação são apagadas depois de 7 dias.
          </p>
        ) : (
          <>
            {unkept > 0 && (
              <p className="mt-2 text-dense text-muted">
                Há linhas demais para guardar todas:{' '}
                {formatCounted(
                  unkept,
                  'linha só conta aqui e não está no CSV',
                  'linhas só contam aqui e não estão no CSV',
                )}
                .
              </p>
            )}
            <StackingTable
              caption={`Linhas rejeitadas de ${file.name}, por motivo`}
              columns={columns}
              rows={groups}
              rowKey={({ column, reason }) => `${column} ${reason}`}
            />
            {others > 0 && (
              <p className="mt-2 text-dense text-muted">
                E mais {formatCounted(others, 'linha', 'linhas')} por outros motivos: estão na lista
                completa.
              </p>
            )}
            <a
              href={rejectionsCsvLink(uploadId, file.id)}
              download
              className={buttonClass('secondary', 'mt-3')}
            >
              <Download aria-hidden size={16} />
              Baixar todas (CSV)
            </a>
          </>
        )
      }
    </AsyncPanel>
  );
}
