import { useState, type SyntheticEvent } from 'react';
import { invalidCompetencia, isCompetencia } from '../../../shared/codes/months.ts';
import { fileKinds, type FileKind, fileKindLabels } from '../../../shared/contracts/uploads.ts';
import { Button } from '../../components/button.tsx';
import { FormProblem, TextField } from '../../components/field.tsx';
import { FileDrop, FileField } from '../../components/file-field.tsx';
import {
  monthFileEndings,
  pickedProblem,
  sortByName,
  type PickedFiles,
  type SortedFiles,
} from './chosen-files.ts';
import type { FileToSend } from './upload-file.ts';
import { formatBytes } from '../../../shared/words/format.ts';
import { Panel } from '../../components/panel.tsx';
import { uploadQueue, useUploadQueue } from './upload-queue.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { SendingPanel } from './upload-progress.tsx';
import { SentNotice } from './uploaded-notice.tsx';
import { UnfinishedUploads } from './unfinished-uploads.tsx';

interface MonthFiles extends SortedFiles {
  readonly competencia: string;
}

/** A competência and its files, each in its picker or dropped anywhere on the page. */
function MonthForm({
  month: { competencia, picked, leftOut },
  maxMegabytes,
  onMonth,
  onSend,
}: {
  month: MonthFiles;
  maxMegabytes: number;
  onMonth: (change: Partial<MonthFiles>) => void;
  onSend: (files: readonly FileToSend[]) => void;
}) {
  const [isChecked, setChecked] = useState(false);
  const rules = { endings: monthFileEndings, maxMegabytes };
  const problems = new Map(
    fileKinds.map((kind) => [kind, pickedProblem(kind, { picked, competencia, rules })]),
  );
  const toSend = filesOf(picked, competencia);
  const monthProblem = competenciaProblem(competencia);

  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const form = event.currentTarget;
    const isRefused = [...problems.values()].some((problem) => problem !== undefined);
    if (monthProblem === undefined && toSend.length > 0 && !isRefused) onSend(toSend);
    else requestAnimationFrame(() => focusFirstProblem(form));
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <FileDrop
        prompt="Solte os arquivos aqui: identificamos o campo de cada um pelo nome."
        onFiles={(dropped) => onMonth(sortByName(dropped, picked))}
      />
      <p className="max-w-prose text-dense text-muted">
        Até {maxMegabytes}MB por arquivo, ZIP para maiores. Os arquivos também podem ser soltos em
        qualquer lugar desta página.
      </p>
      <TextField
        label="Competência"
        className="max-w-40"
        value={competencia}
        maxLength={6}
        inputMode="numeric"
        autoComplete="off"
        placeholder="AAAAMM"
        hint="Ano e mês, ex: 202412"
        error={isChecked ? monthProblem : undefined}
        onText={(text) => onMonth({ competencia: text })}
      />
      <div className="grid items-start gap-4 lg:grid-cols-3">
        {fileKinds.map((kind) => (
          <PickedFile
            key={kind}
            kind={kind}
            file={picked[kind]}
            problem={problems.get(kind)}
            onFile={(file) => onMonth({ picked: withFile(picked, kind, file), leftOut: [] })}
          />
        ))}
      </div>
      <ul role="alert" className="text-dense text-danger empty:hidden">
        {leftOut.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
      {isChecked && toSend.length === 0 && (
        <FormProblem text="Selecione pelo menos um arquivo CAGED para upload." />
      )}
      <Button type="submit" look="primary" className="self-start">
        Enviar arquivos
      </Button>
    </form>
  );
}

function competenciaProblem(competencia: string): string | undefined {
  if (competencia === '') return 'Informe a competência (ex: 202412).';
  return isCompetencia(competencia) ? undefined : invalidCompetencia;
}

const filesOf = (picked: PickedFiles, competencia: string): FileToSend[] =>
  fileKinds.flatMap((kind) => {
    const file = picked[kind];
    return file === undefined ? [] : [{ file, kind, competencia }];
  });

function withFile(picked: PickedFiles, kind: FileKind, file: File | undefined): PickedFiles {
  const { [kind]: _, ...others } = picked;
  return file === undefined ? others : { ...others, [kind]: file };
}

/** Moves the focus to the first invalid field; if none is, a file is missing. */
function focusFirstProblem(form: HTMLFormElement): void {
  const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  (invalid ?? form.querySelector<HTMLElement>('input[type="file"]'))?.focus();
}

function PickedFile({
  kind,
  file,
  problem,
  onFile,
}: {
  kind: FileKind;
  file: File | undefined;
  problem: string | undefined;
  onFile: (file: File | undefined) => void;
}) {
  return (
    <div tabIndex={-1} className="min-w-0 rounded-control">
      <FileField
        label={fileKindLabels[kind]}
        accept={monthFileEndings.join(',')}
        chosenNames={file === undefined ? [] : [file.name]}
        error={problem}
        hint={file === undefined ? `CAGED${kind}, opcional` : formatBytes(file.size)}
        onFiles={([chosen]) => {
          if (chosen !== undefined) onFile(chosen);
        }}
      />
      {file !== undefined && (
        <Button
          className="mt-1"
          aria-label={`Remover: ${file.name}`}
          onClick={() => onFile(undefined)}
        >
          Remover
        </Button>
      )}
    </div>
  );
}

const nothing: MonthFiles = { competencia: '', picked: {}, leftOut: [] };

/** Sends a month's files: the form, then the progress, then the form again, empty. */
export function SendMonth({ maxMegabytes }: { maxMegabytes: number }) {
  const view = useUploadQueue();
  const owner = useCurrentUser()?.id ?? '';
  const [filled, setFilled] = useState(nothing);
  const picked = Object.values(filled.picked);
  const isSent = view.sent.some(({ files }) => files.some((file) => picked.includes(file)));
  const month = isSent ? nothing : filled;
  const change = (changed: Partial<MonthFiles>) => setFilled({ ...month, ...changed });
  if (view.phase !== 'idle' && view.phase !== 'done') return <SendingPanel view={view} />;
  return (
    <>
      <SentNotice sent={view.sent} />
      <Panel title="Enviar arquivos do CAGED">
        <MonthForm
          month={month}
          maxMegabytes={maxMegabytes}
          onMonth={change}
          onSend={(files) => uploadQueue.start(files, owner)}
        />
      </Panel>
      <UnfinishedUploads
        onFile={(file, { kind, competencia }) => {
          if (kind === null) return;
          change({
            picked: withFile(month.picked, kind, file),
            leftOut: [],
            competencia: month.competencia || (competencia ?? ''),
          });
        }}
      />
    </>
  );
}
