import { sum } from 'd3-array';
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
  fileKinds,
  timeOfSteps,
  RejectionSummary,
} from '../../../shared/contracts/uploads.ts';
import { Badge } from '../../components/badge.tsx';
import { Facts, type Fact } from '../../components/facts.tsx';
import { Fold } from '../../components/fold.tsx';
import { Hash } from '../../components/hash.tsx';
import { Panel } from '../../components/panel.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { FileSteps, stepStates } from './file-steps.tsx';
import { paceText } from './upload-words.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { buttonClass } from '../../components/button.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { getOptions } from '../../lib/get-options.ts';
import { uploadPath, uploadsKey } from '../../lib/live-uploads.ts';

/** The usual outcome has no badge: the others stand out. */
const outcomes = {
  PUBLISHED: null,
  UNCHANGED: <Badge tone="neutral">Sem mudança</Badge>,
  REFUSED: <Badge tone="danger">Recusado</Badge>,
} as const satisfies Record<NonNullable<UploadFile['outcome']>, ReactNode>;

/** The files of an upload, a line each; their details open on demand, and at first while a month is loaded. */
export function UploadFilesPanel({ upload: { id, files, status } }: { upload: Upload }) {
  const isLoading = status === 'PENDING' || status === 'PROCESSING';
  const isOpenAtFirst = isLoading && files.length <= fileKinds.length;
  return (
    <Panel title="Arquivos" aside={<LineCheck files={files.filter(isNotLeftOut)} />}>
      {files.map((file) => (
        <Fold
          key={file.id}
          title={<FileLine file={file} isLoading={isLoading} />}
          isOpenAtFirst={isOpenAtFirst}
        >
          <FileSteps label={`Etapas de ${file.name}`} steps={stepStates(file, status)} />
          {file.pace !== null && (
            <div className="mt-4">
              <ProgressBar
                label={`Progresso de ${file.name}`}
                share={file.pace.share}
                valueText={paceText(file)}
              />
              <p className="mt-1 min-h-5 text-dense text-muted tabular-nums">{paceText(file)}</p>
            </div>
          )}
          <div className="mt-4">
            <Facts facts={factsOf(file)} />
          </div>
          {file.rejected !== null && file.rejected > 0 && (
            <Rejections uploadId={id} file={file} rejected={file.rejected} />
          )}
        </Fold>
      ))}
    </Panel>
  );
}

/** A file's name, lines and outcome; below them, why it was refused or not needed. */
function FileLine({ file, isLoading }: { file: UploadFile; isLoading: boolean }) {
  const { name, lines, accepted, outcome, message } = file;
  return (
    <span className="inline-flex w-[calc(100%-1.25rem)] flex-wrap items-center gap-x-3 gap-y-1 align-top">
      <span className="grow wrap-anywhere">{name}</span>
      <span className="font-normal text-muted tabular-nums">
        {lines !== null && lines === accepted ? (
          formatCounted(lines, 'linha', 'linhas')
        ) : (
          <LineCheck files={[file]} />
        )}
      </span>
      {outcome !== null && outcomes[outcome]}
      {outcome === null && !isLoading && <Badge tone="neutral">Não publicado</Badge>}
      {message !== null && <span className="w-full font-normal wrap-anywhere">{message}</span>}
    </span>
  );
}

/** The lines of a refused file, or of one without a change, are not published. */
const isNotLeftOut = ({ outcome }: UploadFile) => outcome === null || outcome === 'PUBLISHED';

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

/** Every line read was accepted or rejected; if the sum differs, the difference is shown. */
function LineCheck({ files }: { files: readonly UploadFile[] }) {
  if (files.every(({ lines }) => lines === null)) return null;
  const lines = sum(files, (file) => file.lines);
  const accepted = sum(files, (file) => file.accepted);
  const rejected = sum(files, (file) => file.rejected);
  const isSum = accepted + rejected === lines;
  return (
    <span className="text-dense font-normal tabular-nums">
      {formatCounted(accepted, 'aceita', 'aceitas')} +{' '}
      {formatCounted(rejected, 'rejeitada', 'rejeitadas')} = {formatCounted(lines, 'lida', 'lidas')}{' '}
      <span className={`whitespace-nowrap ${isSum ? 'text-good' : 'font-medium text-danger'}`}>
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
  const path = `${uploadPath(uploadId)}/files/${file.id}/rejections`;
  const summary = useQuery(
    getOptions(
      [...uploadsKey, 'rejections', uploadId, file.id],
      `${path}/summary`,
      RejectionSummary,
    ),
  );
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
            <a href={`${path}.csv`} download className={buttonClass('secondary', 'mt-3')}>
              <Download aria-hidden size={16} />
              Baixar todas (CSV)
            </a>
          </>
        )
      }
    </AsyncPanel>
  );
}
