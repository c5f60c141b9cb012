import { Link, useParams } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Skeleton } from '../components/async-panel.tsx';
import { buttonClass } from '../components/button.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { Page } from '../components/page.tsx';
import { ComparisonPanels } from '../features/uploads/comparison-panels.tsx';
import { UploadFilesPanel } from '../features/uploads/upload-files-panel.tsx';
import { UploadStanding } from '../features/uploads/upload-standing.tsx';
import { monthText } from '../features/uploads/upload-words.ts';
import { useUpload } from '../lib/live-uploads.ts';

/** One upload, from the queue to its end, with live updates. */
export default function UploadDetailPage() {
  const { id } = useParams({ from: '/admin/uploads/$id' });
  const { query, state } = useUpload(id);
  const upload = query.data;
  return (
    <Page
      title={upload === undefined ? 'Envio' : `Envio: ${monthText(upload)}`}
      actions={
        <Link to="/admin/upload" className={buttonClass('secondary')}>
          <ArrowLeft aria-hidden size={16} />
          Todos os envios
        </Link>
      }
    >
      {upload === undefined && query.isError && (
        <FailureNotice
          title="Não foi possível carregar este envio"
          error={query.error}
          retry={() => void query.refetch()}
        />
      )}
      {upload === undefined && !query.isError && (
        <>
          <output className="sr-only">Carregando...</output>
          <Skeleton className="h-60" />
          <Skeleton className="h-80" />
        </>
      )}
      {upload && (
        <>
          <UploadStanding upload={upload} streamState={state} />
          {upload.status === 'AWAITING_APPROVAL' && <ComparisonPanels upload={upload} />}
          <UploadFilesPanel upload={upload} />
          {upload.status !== 'AWAITING_APPROVAL' && <ComparisonPanels upload={upload} />}
        </>
      )}
    </Page>
  );
}
