import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment, formatMonth, formatBytes } from '../../../shared/words/format.ts';
import type { ResumableUpload } from '../../../shared/contracts/resumable.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmAct } from '../../components/confirm.tsx';
import { FileButton } from '../../components/file-field.tsx';
import { Panel } from '../../components/panel.tsx';
import { discardUpload, isPartOf, unfinishedOptions } from './resumable-calls.ts';
import { fileKindLabels } from '../../../shared/contracts/uploads.ts';

type OnFile = (file: File, upload: ResumableUpload) => void;

/** Uploads that were started and not finished, on this computer or another; choosing the same file again resumes it. */
export function UnfinishedUploads({ onFile }: { onFile: OnFile }) {
  const unfinished = useQuery(unfinishedOptions);
  const uploads = unfinished.data ?? [];
  if (uploads.length === 0) return null;
  return (
    <Panel title="Envios interrompidos">
      <p className="mb-2 max-w-prose text-muted">
        Escolha o mesmo arquivo outra vez e envie: ele continua de onde parou.
      </p>
      <ul>
        {uploads.map((upload) => (
          <Unfinished
            key={upload.id}
            upload={upload}
            onFile={onFile}
            onDiscarded={() => void unfinished.refetch()}
          />
        ))}
      </ul>
    </Panel>
  );
}

function Unfinished({
  upload,
  onFile,
  onDiscarded,
}: {
  upload: ResumableUpload;
  onFile: OnFile;
  onDiscarded: () => void;
}) {
  const { id, name, kind } = upload;
  const [isOther, setOther] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const handleFile = (file: File) => {
    const isSame = isPartOf(file, upload);
    setOther(!isSame);
    if (isSame) onFile(file, upload);
  };
  return (
    <li className="border-b border-line py-2 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-dense text-muted tabular-nums">{aboutOf(upload)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {kind !== null && (
            <FileButton label="Escolher o arquivo" subject={name} onFile={handleFile} />
          )}
          <Button aria-label={`Descartar: ${name}`} onClick={() => setDiscarding(true)}>
            Descartar
          </Button>
        </div>
      </div>
      {isOther && (
        <p role="alert" className="mt-1 text-dense text-danger">
          Não é o mesmo arquivo: nome, tamanho e data precisam ser iguais. Para enviar outro, comece
          um envio novo.
        </p>
      )}
      {isDiscarding && (
        <ConfirmAct
          title="Descartar este envio?"
          label="Descartar"
          busyLabel="Descartando..."
          failureTitle="Não foi possível descartar o envio."
          act={() => discardUpload(id).finally(onDiscarded)}
          onClose={() => setDiscarding(false)}
        >
          O que já chegou de {name} é apagado do servidor. Para enviar o arquivo, será preciso
          começar de novo.
        </ConfirmAct>
      )}
    </li>
  );
}

function aboutOf({ kind, competencia, receivedBytes, bytes, expiresAt }: ResumableUpload): string {
  const parts = [
    kind && fileKindLabels[kind],
    competencia && formatMonth(competencia),
    `${formatBytes(receivedBytes)} de ${formatBytes(bytes)} no servidor`,
    `guardado até ${formatMoment(expiresAt)}`,
  ];
  return parts.filter(Boolean).join(' · ');
}
