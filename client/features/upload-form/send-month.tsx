import { useState } from 'react';
import { Panel } from '../../components/panel.tsx';
import { MonthForm, withFile, type MonthFiles } from './month-form.tsx';
import { sending } from './sending.ts';
import { SendingPanel } from './sending-panel.tsx';
import { SentNotice } from './sent-notice.tsx';
import { UnfinishedUploads } from './unfinished-uploads.tsx';
import { useSending } from './use-sending.ts';

const nothing: MonthFiles = { competencia: '', picked: {}, leftOut: [] };

/** Sends a month's files: the form, then the progress, then the form again, empty. */
export function SendMonth({ mostMegabytes }: { mostMegabytes: number }) {
  const view = useSending();
  const [kept, setKept] = useState({ month: nothing, round: view.round });
  const month = kept.round === view.round ? kept.month : nothing;
  const change = (changed: Partial<MonthFiles>) =>
    setKept({ month: { ...month, ...changed }, round: view.round });
  if (view.phase !== 'idle' && view.phase !== 'done') return <SendingPanel view={view} />;
  return (
    <>
      <SentNotice sent={view.sent} />
      <Panel title="Enviar arquivos do CAGED">
        <MonthForm
          key={view.round}
          month={month}
          mostMegabytes={mostMegabytes}
          onMonth={change}
          onSend={(files) => sending.start(files)}
        />
      </Panel>
      <UnfinishedUploads
        onFile={(file, { kind, competencia }) => {
          if (kind === null) return;
          const picked = withFile(month.picked, kind, file);
          change({ picked, leftOut: [], competencia: month.competencia || (competencia ?? '') });
        }}
      />
    </>
  );
}
