import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { endedStatuses, type Upload } from '../../../shared/contracts/uploads.ts';
import { linkClass } from '../../components/link-class.ts';
import { Notice } from '../../components/notice.tsx';
import { UploadStatusBadge } from '../../components/upload-status-badge.tsx';
import { useLiveUploads } from '../../lib/live-uploads.ts';
import { uploadOptions } from '../../lib/upload-options.ts';

const askEveryMs = 2000;

/** The files were handed over; how they stand since, and the way to their own page. */
export function SentNotice({ uploadId }: { uploadId: string }) {
  const told = useLiveUploads().uploads.get(uploadId);
  // What ended before it could be followed is told to nobody.
  const asked = useQuery({
    ...uploadOptions(uploadId),
    refetchInterval: ({ state }) => (hasStopped(told ?? state.data) ? false : askEveryMs),
  });
  const upload = hasStopped(asked.data) ? asked.data : (told ?? asked.data);
  return (
    <Notice tone="neutral" title={`Upload realizado com sucesso! ID: ${uploadId}`}>
      <output className="block">
        {upload !== undefined && <UploadStatusBadge status={upload.status} />}{' '}
        {upload?.message ?? standing[upload?.status === 'PROCESSING' ? 'PROCESSING' : 'PENDING']}
      </output>
      <Link to="/admin/uploads/$id" params={{ id: uploadId }} className={linkClass}>
        Acompanhar o processamento
      </Link>
    </Notice>
  );
}

const standing = {
  PENDING: 'Os arquivos estão na fila de processamento.',
  PROCESSING: 'Os arquivos estão sendo lidos e conferidos.',
} as const;

const hasStopped = (upload: Upload | undefined) =>
  upload !== undefined &&
  (endedStatuses.has(upload.status) || upload.status === 'AWAITING_APPROVAL');
