import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatMoment } from '../../../shared/words/format.ts';
import type { Upload } from '../../../shared/contracts/uploads.ts';
import { Facts } from '../../components/facts.tsx';
import { linkClass } from '../../components/link-class.ts';
import { Panel } from '../../components/panel.tsx';
import type { StreamState } from '../../lib/follow-events.ts';
import { newestReleaseOptions } from '../../lib/release.ts';
import { UploadStatusBadge } from '../../components/upload-status-badge.tsx';
import { LiveNote } from '../../components/live-note.tsx';
import { nowText } from './progress-text.ts';
import { ReasonList } from './reason-list.tsx';
import { UploadActs } from './upload-acts.tsx';
import { originText } from './upload-words.ts';

/** An upload's status, its reasons, and the possible actions. */
export function UploadStanding({
  upload,
  streamState,
  onRefused,
}: {
  upload: Upload;
  streamState: StreamState | undefined;
  /** Called when the server rejects an action because the upload's state differs from the screen. */
  onRefused: () => void;
}) {
  const { status, message, reasons, release, createdAt, finishedAt, isCancelling } = upload;
  const isWaiting = status === 'AWAITING_APPROVAL';
  return (
    <Panel title="Situação" aside={streamState && <LiveNote state={streamState} />}>
      <output className="block">
        <UploadStatusBadge upload={upload} />
        <span
          className={`mt-2 block max-w-prose wrap-anywhere ${status === 'FAILED' ? 'text-danger' : ''}`}
        >
          {(isCancelling ? undefined : message) ?? nowText(upload)}
        </span>
      </output>
      {isWaiting && (
        <div className="mt-3 rounded-card border border-warm/50 bg-warm-soft p-4">
          <h3 className="font-medium">Por que espera</h3>
          <ReasonList reasons={reasons} />
          <OtherSince comparedWith={upload.comparedWith} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        <UploadActs upload={upload} onRefused={onRefused} />
      </div>
      <div className="mt-4">
        <Facts
          facts={[
            { term: 'Origem', detail: originText(upload) },
            { term: 'Pedido em', detail: formatMoment(createdAt) },
            ...(finishedAt === null
              ? []
              : [{ term: 'Terminou em', detail: formatMoment(finishedAt) }]),
            ...(release === null
              ? []
              : [
                  {
                    term: 'Publicação',
                    detail: (
                      <Link to="/admin/releases" className={linkClass}>
                        Versão {release} dos dados
                      </Link>
                    ),
                  },
                ]),
            { term: 'ID do envio', detail: <span className="wrap-anywhere">{upload.id}</span> },
          ]}
        />
      </div>
    </Panel>
  );
}

/** Shows that the reasons were computed against data that is no longer current. */
function OtherSince({ comparedWith }: { comparedWith: number | null }) {
  const current = useQuery(newestReleaseOptions).data?.number;
  if (current === undefined || current === comparedWith) return null;
  const since =
    current === null
      ? 'Desde esta conferência os dados publicados mudaram'
      : `Desde esta conferência a versão ${current} dos dados foi publicada`;
  return (
    <p className="mt-3 font-medium">
      {since}: “Publicar mesmo assim” a refaz antes, e mostra o novo resultado.
    </p>
  );
}
