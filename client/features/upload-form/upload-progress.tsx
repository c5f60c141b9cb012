import { useQueryClient } from '@tanstack/react-query';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import {
  formatLongMonth,
  formatMonth,
  formatBytes,
  timeLeftText,
} from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { OpenedPanel } from '../../components/panel.tsx';
import { unfinishedOptions } from './resumable-calls.ts';
import { uploadQueue } from './upload-queue.ts';
import type { UploadQueueState, FileView } from './upload-state.ts';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { fileKindLabels } from '../../../shared/contracts/uploads.ts';

/** A month's files in transfer: each with its progress, then the actions on all of them. */
export function SendingPanel({ view }: { view: UploadQueueState }) {
  const { phase, files, message, sent, coming } = view;
  const client = useQueryClient();
  const cancel = async () => {
    await uploadQueue.cancel();
    // The form has listed the parts that were still there.
    await client.invalidateQueries({ queryKey: unfinishedOptions.queryKey });
  };
  return (
    <OpenedPanel title={titleOf(view)}>
      {sent.length + coming.length > 0 && (
        <p className="mb-3 text-dense text-muted">
          {[
            monthsText(
              'Já na fila',
              sent.map(({ competencia }) => competencia),
            ),
            monthsText('Depois', coming),
          ]
            .filter((text) => text !== null)
            .join(' · ')}
        </p>
      )}
      <ul>
        {files.map((file) => (
          <FileProgress key={file.key} file={file} />
        ))}
      </ul>
      {phase === 'checking' && (
        <output className="mt-3 block">Conferindo o conteúdo e entregando os arquivos...</output>
      )}
      {phase === 'failed' ? (
        <Notice
          tone="danger"
          className="mt-3"
          title={`❌ Erro: ${message ?? 'Erro no upload'}`}
          actions={
            <>
              <Button look="primary" onClick={() => uploadQueue.retry()}>
                Tentar de novo
              </Button>
              <Button onClick={() => uploadQueue.leave()}>Voltar ao formulário</Button>
            </>
          }
        >
          O que já foi enviado fica no servidor por 24 horas.
        </Notice>
      ) : (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="max-w-prose text-dense text-muted">
            Deixe esta página aberta até o fim; as outras telas podem ser usadas. Se ela fechar, o
            que já chegou fica guardado por 24 horas.
          </p>
          <Button onClick={() => void cancel()}>Cancelar envio</Button>
        </div>
      )}
    </OpenedPanel>
  );
}

function titleOf({ competencia, sent, coming }: UploadQueueState): string {
  if (competencia === null) return 'Envio';
  const months = sent.length + 1 + coming.length;
  const place = months === 1 ? '' : ` (mês ${sent.length + 1} de ${months})`;
  return `Envio de ${formatLongMonth(competencia)}${place}`;
}

const monthsText = (title: string, months: readonly string[]) =>
  months.length === 0 ? null : `${title}: ${months.map(formatMonth).join(', ')}`;

function FileProgress({ file }: { file: FileView }) {
  const { name, kind, bytes, sentBytes, state } = file;
  const done = `${formatBytes(sentBytes)} de ${formatBytes(bytes)}`;
  return (
    <li className="border-b border-line py-3 first:pt-0 last:border-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0">
          <span className="font-medium wrap-anywhere">{name}</span>{' '}
          <span className="text-dense text-muted">{fileKindLabels[kind]}</span>
        </p>
        <PauseButton file={file} />
      </div>
      <ProgressBar
        label={`Envio de ${name}`}
        share={sentBytes / bytes}
        valueText={done}
        isStill={state !== 'sending' && state !== 'sent'}
      />
      <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-dense text-muted tabular-nums">
        <span>{done}</span>
        <span>{paceText(file)}</span>
      </p>
      <output className={`text-dense ${state === 'failed' ? 'text-danger' : ''}`}>
        {stateTexts[state]}
      </output>
    </li>
  );
}

const stateTexts = {
  sending: null,
  waiting: 'Sem conexão. O envio continua sozinho quando ela voltar.',
  retrying: 'O servidor não está respondendo bem. O envio tenta de novo sozinho.',
  paused: 'Pausado',
  sent: 'Recebido pelo servidor',
  failed: 'Não foi enviado',
} as const;

function paceText({ bytes, sentBytes, bytesPerSecond }: FileView): string | null {
  if (bytesPerSecond === null || bytesPerSecond <= 0) return null;
  const left = timeLeftText(Math.max(1, (bytes - sentBytes) / bytesPerSecond));
  return `${formatBytes(bytesPerSecond)}/s, ${left}`;
}

function PauseButton({ file: { key, name, state } }: { file: FileView }) {
  if (state === 'sent' || state === 'failed') return null;
  const isPaused = state === 'paused';
  const word = isPaused ? 'Continuar' : 'Pausar';
  const Icon = isPaused ? Play : Pause;
  return (
    <Button
      aria-label={`${word}: ${name}`}
      onClick={() => (isPaused ? uploadQueue.resume(key) : uploadQueue.pause(key))}
    >
      <Icon aria-hidden size={16} />
      {word}
    </Button>
  );
}
