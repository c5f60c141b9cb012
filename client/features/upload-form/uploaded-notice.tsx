import { formatMonth } from '../../../shared/words/format.ts';
import { Notice } from '../../components/notice.tsx';
import { UploadLink, UploadStatusBadge } from '../../components/upload-status.tsx';
import { useUpload } from '../../lib/live-uploads.ts';
import type { SentMonth } from './upload-state.ts';

/** The submitted months: the current status of each, and a link to its page. */
export function SentNotice({ sent }: { sent: readonly SentMonth[] }) {
  const [only, ...others] = sent;
  if (only === undefined) return null;
  if (others.length === 0) {
    return (
      <Notice tone="neutral" title={`Upload realizado com sucesso! ID: ${only.uploadId}`}>
        <Standing uploadId={only.uploadId} />
        <UploadLink id={only.uploadId}>Acompanhar o processamento</UploadLink>
      </Notice>
    );
  }
  return (
    <Notice tone="neutral" title={`${sent.length} meses enviados`}>
      <ul aria-label="Meses enviados">
        {sent.map(({ competencia, uploadId }) => (
          <li key={uploadId} className="flex flex-wrap gap-x-3 py-1">
            <UploadLink id={uploadId}>{formatMonth(competencia)}</UploadLink>
            <Standing uploadId={uploadId} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Standing({ uploadId }: { uploadId: string }) {
  const upload = useUpload(uploadId).query.data;
  const usual =
    upload?.status === 'PROCESSING'
      ? 'Os arquivos estão sendo lidos e conferidos.'
      : 'Os arquivos estão na fila de processamento.';
  return (
    <output className="block">
      {upload !== undefined && <UploadStatusBadge upload={upload} />} {upload?.message ?? usual}
    </output>
  );
}
