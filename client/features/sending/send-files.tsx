import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { formatMonth } from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { FileField } from '../../components/file-field.tsx';
import { Panel } from '../../components/panel.tsx';
import {
  dashboardEndings,
  isSameFile,
  namedFiles,
  problemOfAll,
  type NamedFile,
} from './chosen-files.ts';
import { sending } from './sending.ts';
import { SendingPanel } from './sending-panel.tsx';
import { formatBytes } from '../../../shared/words/measures.ts';
import { SentNotice } from './sent-notice.tsx';
import { UnfinishedUploads } from './unfinished-uploads.tsx';
import { useSending } from './use-sending.ts';

/** A month's files from one picker; their names tell what they are. */
export function SendFiles({
  mostMegabytes,
  aside,
}: {
  mostMegabytes: number;
  /** The other ways, beside the title. */
  aside: ReactNode;
}) {
  const view = useSending();
  const [kept, setKept] = useState<{ files: readonly File[]; round: number }>({
    files: [],
    round: view.round,
  });
  const files = kept.round === view.round ? kept.files : [];
  const choose = (next: readonly File[]) => setKept({ files: next, round: view.round });
  const add = (more: readonly File[]) =>
    choose([...files, ...more.filter((file) => !files.some((there) => isSameFile(there, file)))]);
  if (view.phase !== 'idle' && view.phase !== 'done') return <SendingPanel view={view} />;
  const chosen = namedFiles(files, { endings: dashboardEndings, mostMegabytes });
  return (
    <>
      {view.uploadId !== null && <SentNotice uploadId={view.uploadId} />}
      <Panel title="Enviar arquivos do CAGED" aside={aside}>
        <ChosenForm
          chosen={chosen}
          mostMegabytes={mostMegabytes}
          onFiles={add}
          onWithout={(file) => choose(files.filter((other) => other !== file))}
        />
      </Panel>
      <UnfinishedUploads onFile={(file) => add([file])} />
    </>
  );
}

function ChosenForm({
  chosen,
  mostMegabytes,
  onFiles,
  onWithout,
}: {
  chosen: readonly NamedFile[];
  mostMegabytes: number;
  onFiles: (files: readonly File[]) => void;
  onWithout: (file: File) => void;
}) {
  const problem = problemOfAll(chosen);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    sending.start(
      chosen.flatMap(({ file, kind, month }) =>
        kind === null || month === null ? [] : [{ file, kind, competencia: month }],
      ),
    );
  };
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-3">
      <FileDrop prompt="Solte os arquivos do mês aqui." onFiles={onFiles} />
      <FileField
        label="Arquivos do mês"
        accept={dashboardEndings.join(',')}
        multiple
        chosenNames={chosen.map(({ file }) => file.name)}
        hint={`Até ${mostMegabytes}MB por arquivo, ZIP para maiores. Tamanhos de exemplo: CAGEDMOV cerca de 434MB, CAGEDFOR cerca de 7MB, CAGEDEXC cerca de 1MB.`}
        onFiles={onFiles}
      />
      <ChosenList chosen={chosen} onWithout={onWithout} />
      {problem !== undefined && (
        <p role="alert" className="text-dense text-danger">
          {problem}
        </p>
      )}
      <Button
        type="submit"
        look="primary"
        className="self-start"
        disabled={chosen.length === 0 || problem !== undefined}
      >
        Enviar arquivos
      </Button>
    </form>
  );
}

function ChosenList({
  chosen,
  onWithout,
}: {
  chosen: readonly NamedFile[];
  onWithout: (file: File) => void;
}) {
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Arquivos escolhidos" className="text-dense">
      {chosen.map(({ file, month, problem }) => (
        <li
          key={`${file.name} ${file.size} ${file.lastModified}`}
          className="flex items-center justify-between gap-3 border-b border-line py-1 last:border-0"
        >
          <div className="min-w-0">
            <span className="font-medium wrap-anywhere">{file.name}</span>{' '}
            <span className="text-muted tabular-nums">
              {formatBytes(file.size)}
              {month !== null && `, ${formatMonth(month)}`}
            </span>
            {problem !== undefined && <span className="block text-danger">{problem}</span>}
          </div>
          <Button look="quiet" aria-label={`Tirar: ${file.name}`} onClick={() => onWithout(file)}>
            Tirar
          </Button>
        </li>
      ))}
    </ul>
  );
}
