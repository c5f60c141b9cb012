import type { ReactNode } from 'react';
import { formatLongMonth, formatMonth } from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { FileProgress } from './file-progress.tsx';
import { sending } from './sending.ts';
import type { SendingView } from './sending-view.ts';

/** A month's files in transfer: each with its progress, then the actions on all of them. */
export function SendingPanel({ view }: { view: SendingView }) {
  const { phase, files, message, sent, coming } = view;
  return (
    <div tabIndex={-1} ref={focus} className="rounded-card outline-none">
      <Panel title={titleOf(view)}>
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
            <FileProgress
              key={file.key}
              file={file}
              onPause={() => sending.pause(file.key)}
              onResume={() => sending.resume(file.key)}
            />
          ))}
        </ul>
        {phase === 'checking' && (
          <output className="mt-3 block">Conferindo o conteúdo e entregando os arquivos...</output>
        )}
        {phase === 'failed' ? (
          <div className="mt-3">
            <Notice
              tone="danger"
              title={`❌ Erro: ${message ?? 'Erro no upload'}`}
              actions={<FailedActions canSendPlainly={view.canSendPlainly} />}
            >
              O que já chegou fica guardado no servidor por 24 horas.
            </Notice>
          </div>
        ) : (
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="max-w-prose text-dense text-muted">
              Deixe esta página aberta até o fim; as outras telas podem ser usadas. Se ela fechar, o
              que já chegou fica guardado por 24 horas.
            </p>
            {phase === 'sending' && (
              <Button onClick={() => void sending.cancel()}>Cancelar envio</Button>
            )}
          </div>
        )}
      </Panel>
    </div>
  );
}

function titleOf({ competencia, sent, coming }: SendingView): string {
  if (competencia === null) return 'Envio';
  const months = sent.length + 1 + coming.length;
  const place = months === 1 ? '' : ` (mês ${sent.length + 1} de ${months})`;
  return `Envio de ${formatLongMonth(competencia)}${place}`;
}

const monthsText = (title: string, months: readonly string[]) =>
  months.length === 0 ? null : `${title}: ${months.map(formatMonth).join(', ')}`;

function FailedActions({ canSendPlainly }: { canSendPlainly: boolean }): ReactNode {
  return (
    <>
      <Button look="primary" onClick={() => sending.retry()}>
        Tentar de novo
      </Button>
      {canSendPlainly && (
        <Button onClick={() => void sending.sendPlainly()}>Enviar sem retomada</Button>
      )}
      <Button onClick={() => sending.leave()}>Voltar ao formulário</Button>
    </>
  );
}

/** The form that had the focus is gone. */
const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });
