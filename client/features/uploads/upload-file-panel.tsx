import {
  formatCount,
  formatMoment,
  formatMonth,
  formatBytes,
  formatTimeBetween,
} from '../../../shared/words/format.ts';
import type { Upload, UploadFile } from '../../../shared/contracts/uploads.ts';
import { Badge } from '../../components/badge.tsx';
import { Facts, type Fact } from '../../components/facts.tsx';
import { Panel } from '../../components/panel.tsx';
import { FileSteps } from './file-steps.tsx';
import { paceText } from './progress-text.ts';
import { Rejections } from './rejections.tsx';
import { stepStates } from './step-states.ts';
import { fileKindLabels } from '../../../shared/contracts/uploads.ts';
import { outcomeLabels } from './upload-words.ts';

const outcomeTones = {
  PUBLISHED: 'good',
  UNCHANGED: 'neutral',
  REFUSED: 'danger',
} as const;

/** One file of an upload: its progress, its contents and its outcome. */
export function UploadFilePanel({ upload, file }: { upload: Upload; file: UploadFile }) {
  const { outcome, message, name, rejected } = file;
  return (
    <Panel
      title={name}
      aside={
        outcome !== null && <Badge tone={outcomeTones[outcome]}>{outcomeLabels[outcome]}</Badge>
      }
    >
      {message !== null && (
        <p
          className={`mb-4 max-w-prose wrap-anywhere ${outcome === 'REFUSED' ? 'text-danger' : ''}`}
        >
          {message}
        </p>
      )}
      <FileSteps label={`Etapas de ${name}`} steps={stepStates(file, upload.status)} />
      {file.pace !== null && <Progress file={file} />}
      <div className="mt-4">
        <Facts facts={factsOf(file)} />
      </div>
      {rejected !== null && rejected > 0 && (
        <Rejections uploadId={upload.id} file={file} rejected={rejected} />
      )}
    </Panel>
  );
}

function Progress({ file }: { file: UploadFile }) {
  const share = file.pace?.share ?? null;
  return (
    <div className="mt-4">
      <progress
        aria-label={`Progresso de ${file.name}`}
        max={1}
        {...(share !== null && { value: share })}
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-control bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <p className="mt-1 min-h-5 text-dense text-muted tabular-nums">{paceText(file)}</p>
    </div>
  );
}

function factsOf(file: UploadFile): Fact[] {
  const { kind, month, bytes, textBytes, sha256, receivedSha256, startedAt, finishedAt } = file;
  const facts: (Fact | false)[] = [
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
    startedAt !== null &&
      finishedAt !== null && { term: 'Duração', detail: formatTimeBetween(startedAt, finishedAt) },
    sha256 !== null && { term: 'SHA-256 do texto', detail: <Hash text={sha256} /> },
    receivedSha256 !== null &&
      receivedSha256 !== sha256 && {
        term: 'SHA-256 do arquivo',
        detail: <Hash text={receivedSha256} />,
      },
  ];
  return facts.filter((fact) => fact !== false);
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
      {formatCount(accepted)} aceitas + {formatCount(rejected)} rejeitadas = {formatCount(lines)}{' '}
      lidas{' '}
      <span className={isSum ? 'text-good' : 'font-medium text-danger'}>
        {isSum ? '✓ confere' : '✗ não confere'}
      </span>
    </span>
  );
}
