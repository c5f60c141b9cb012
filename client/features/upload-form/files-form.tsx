import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { formatMonth, formatBytes } from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';
import { FormProblem } from '../../components/field.tsx';
import { FileDrop, FileField } from '../../components/file-field.tsx';
import { Panel } from '../../components/panel.tsx';
import {
  dashboardEndings,
  isSameFile,
  namedFiles,
  problemOfAll,
  type NamedFile,
} from './chosen-files.ts';
import { uploadQueue, useUploadQueue } from './upload-queue.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { SendingPanel } from './upload-progress.tsx';
import { SentNotice } from './uploaded-notice.tsx';
import { UnfinishedUploads } from './unfinished-uploads.tsx';

/** Sends the files of one or many months from one picker; the names give the kind and the month. */
export function SendFiles({
  maxMegabytes,
  aside,
}: {
  maxMegabytes: number;
  /** Links to the other ways, beside the title. */
  aside: ReactNode;
}) {
  const view = useUploadQueue();
  const owner = useCurrentUser()?.id ?? '';
  const [stored, setFiles] = useState<readonly File[]>([]);
  const files = stored.filter((file) => !view.sent.some((month) => month.files.includes(file)));
  const add = (more: readonly File[]) =>
    setFiles([...files, ...more.filter((file) => !files.some((there) => isSameFile(there, file)))]);
  if (view.phase !== 'idle' && view.phase !== 'done') return <SendingPanel view={view} />;
  const chosen = namedFiles(files, { endings: dashboardEndings, maxMegabytes });
  const problem = problemOfAll(chosen);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const toSend = chosen.flatMap(({ file, kind, month }) =>
      kind === null || month === null ? [] : [{ file, kind, competencia: month }],
    );
    // Keeps the unsent files only: `start` clears the list of sent months that hides the others.
    setFiles(files);
    uploadQueue.start(toSend, owner);
  };
  return (
    <>
      <SentNotice sent={view.sent} />
      <Panel title="Enviar arquivos do CAGED" aside={aside}>
        <form onSubmit={handleSubmit} className="flex flex-col gap-3">
          <FileDrop prompt="Solte os arquivos aqui, de um ou de vários meses." onFiles={add} />
          <FileField
            label="Arquivos do CAGED"
            accept={dashboardEndings.join(',')}
            multiple
            chosenNames={chosen.map(({ file }) => file.name)}
            hint={`Pode escolher vários meses: identificamos o mês e o tipo pelo nome. Até ${maxMegabytes}MB por arquivo, ZIP para maiores. Tamanhos de exemplo: CAGEDMOV cerca de 434MB, CAGEDFOR cerca de 7MB, CAGEDEXC cerca de 1MB.`}
            onFiles={add}
          />
          <ChosenList
            chosen={chosen}
            onWithout={(file) => setFiles(files.filter((other) => other !== file))}
          />
          <FormProblem text={problem} />
          <Button
            type="submit"
            look="primary"
            className="self-start"
            disabled={chosen.length === 0 || problem !== undefined}
          >
            Enviar arquivos
          </Button>
        </form>
      </Panel>
      <UnfinishedUploads onFile={(file) => add([file])} />
    </>
  );
}

function ChosenList({
  chosen,
  onWithout,
}: {
  chosen: readonly NamedFile[];
  onWithout: (file: File) => void;
}) {
  return (
    // It stays, even when it is empty, to take the focus of a file that is removed.
    <div tabIndex={-1} className="min-w-0 rounded-control empty:absolute">
      {chosen.length > 0 && (
        <ul aria-label="Arquivos escolhidos" className="text-dense">
          {chosen.map(({ file, month, problem }) => (
            <li
              key={`${file.name} ${file.size} ${file.lastModified}`}
              className="flex items-center justify-between gap-3 border-b border-line py-1 last:border-0"
            >
              <div className="min-w-0">
                <span className="font-medium wrap-anywhere">{file.name}</span>{' '}
                <span className="block text-muted tabular-nums">
                  {formatBytes(file.size)}
                  {month !== null && `, ${formatMonth(month)}`}
                </span>
                {problem !== undefined && <span className="block text-danger">{problem}</span>}
              </div>
              <Button
                look="quiet"
                aria-label={`Remover: ${file.name}`}
                onClick={() => onWithout(file)}
              >
                Remover
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
