import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { Button } from '../../components/button.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import type { FileView } from './sending-view.ts';
import { formatBytes, formatSeconds } from '../../../shared/words/format.ts';
import { fileKindLabels } from '../../../shared/contracts/uploads.ts';

type SentFile = { file: FileView; onPause: () => void; onResume: () => void };

/** The progress of one file. */
export function FileProgress(sent: SentFile) {
  const { file } = sent;
  const { name, kind, bytes, sentBytes, state } = file;
  const done = `${formatBytes(sentBytes)} de ${formatBytes(bytes)}`;
  return (
    <li className="border-b border-line py-3 first:pt-0 last:border-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0">
          <span className="font-medium wrap-anywhere">{name}</span>{' '}
          <span className="text-dense text-muted">{fileKindLabels[kind]}</span>
        </p>
        <PauseButton {...sent} />
      </div>
      <ProgressBar
        label={`Envio de ${name}`}
        share={sentBytes / bytes}
        valueText={done}
        isStill={state === 'paused' || state === 'waiting' || state === 'failed'}
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
  paused: 'Pausado',
  sent: 'Recebido pelo servidor',
  failed: 'Não foi enviado',
} as const;

function paceText({ bytes, sentBytes, bytesPerSecond }: FileView): string | null {
  if (bytesPerSecond === null || bytesPerSecond <= 0) return null;
  const left = formatSeconds(Math.max(1, (bytes - sentBytes) / bytesPerSecond));
  return `${formatBytes(bytesPerSecond)}/s, faltam ${left}`;
}

function PauseButton({ file: { name, state }, onPause, onResume }: SentFile) {
  if (state === 'sent' || state === 'failed') return null;
  const isPaused = state === 'paused';
  const word = isPaused ? 'Continuar' : 'Pausar';
  const Icon = isPaused ? Play : Pause;
  return (
    <Button aria-label={`${word}: ${name}`} onClick={isPaused ? onResume : onPause}>
      <Icon aria-hidden size={16} />
      {word}
    </Button>
  );
}
