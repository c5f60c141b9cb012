import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatMoment } from '../../../shared/words/format.ts';
import { Upload, type ApproveUpload } from '../../../shared/contracts/uploads.ts';
import { Facts } from '../../components/facts.tsx';
import { linkClass, Button } from '../../components/button.tsx';
import { Panel } from '../../components/panel.tsx';
import type { StreamState } from '../../lib/follow-events.ts';
import { newestReleaseOptions } from '../../lib/release.ts';
import { UploadStatusBadge, LiveNote } from '../../components/upload-status.tsx';
import { ReasonList } from './reason-list.tsx';
import { nowText, originText } from './upload-words.ts';
import { showFailure, showToast } from '../../components/toast.ts';
import { send } from '../../lib/call.ts';
import { uploadPath, uploadsKey } from '../../lib/live-uploads.ts';
import { ConfirmAct } from '../../components/confirm.tsx';

/** An upload's status, its reasons, and the possible actions. */
export function UploadStanding({
  upload,
  streamState,
}: {
  upload: Upload;
  streamState: StreamState | undefined;
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
        <UploadActs upload={upload} />
      </div>
      <div className="mt-4">
        <Facts
          facts={[
            { term: 'Origem', detail: originText(upload) },
            { term: 'Pedido em', detail: formatMoment(createdAt) },
            finishedAt !== null && { term: 'Terminou em', detail: formatMoment(finishedAt) },
            release !== null && {
              term: 'Publicação',
              detail: (
                <Link to="/admin/releases" className={linkClass}>
                  Versão {release} dos dados
                </Link>
              ),
            },
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
  if (current == null || current === comparedWith) return null;
  return (
    <p className="mt-3 font-medium">
      Depois desta conferência, a versão {current} dos dados passou a ser a atual. “Publicar mesmo
      assim” confere o envio de novo: se nada for encontrado, publica; se algo for, você decide
      outra vez.
    </p>
  );
}

const done = {
  cancel: ['Cancelamento pedido', 'Nada deste envio será publicado.'],
  retry: ['Envio na fila', 'Ele será processado outra vez.'],
  approve: ['Publicação aprovada', 'Os arquivos serão publicados como foram lidos.'],
} as const satisfies Record<string, readonly [string, string]>;
type UploadAct = keyof typeof done;

/** The actions that an administrator can take on an upload now. */
function UploadActs({ upload }: { upload: Upload }) {
  const { canApprove, canCancel, canRetry, isCancelling, reasons } = upload;
  const client = useQueryClient();
  const [openAct, setOpenAct] = useState<'cancel' | 'approve'>();
  const isPossible = { cancel: canCancel, approve: canApprove };
  // A live update can end the act of an open dialog: when the act is possible again, the dialog does not open by itself.
  if (openAct !== undefined && !isPossible[openAct]) setOpenAct(undefined);
  const acting = useMutation({
    mutationFn: (act: UploadAct) => {
      // An approval is valid for the comparison on the screen only.
      const approval: ApproveUpload = { comparedWith: upload.comparedWith };
      const body = act === 'approve' ? approval : undefined;
      return send('POST', `${uploadPath(upload.id)}/${act}`, Upload, body);
    },
    onSuccess: (_, act) => {
      const [title, description] = done[act];
      showToast({ title, description });
    },
    onError: (error) => showFailure(error, 'Erro', 'Tente de novo em instantes.'),
    // The response may arrive after a live update that is newer, so the state is fetched.
    onSettled: () => client.invalidateQueries({ queryKey: uploadsKey }),
  });
  /** A failure is shown as a toast, beside the upload's new state. */
  const perform = (act: UploadAct) => acting.mutateAsync(act).catch(() => undefined);
  return (
    <>
      {canApprove && (
        <Button look="primary" disabled={acting.isPending} onClick={() => setOpenAct('approve')}>
          Publicar mesmo assim
        </Button>
      )}
      {canRetry && (
        // The same file is refused again: the way on is another file.
        <Button
          look={upload.files.some(({ outcome }) => outcome === 'REFUSED') ? 'secondary' : 'primary'}
          disabled={acting.isPending}
          onClick={() => void perform('retry')}
        >
          Tentar de novo
        </Button>
      )}
      {(canCancel || isCancelling) && (
        <Button disabled={!canCancel || acting.isPending} onClick={() => setOpenAct('cancel')}>
          {isCancelling ? 'Cancelando...' : 'Cancelar envio'}
        </Button>
      )}
      {openAct === 'approve' && (
        <ConfirmAct
          title="Publicar mesmo assim?"
          label="Publicar mesmo assim"
          busyLabel="Publicando..."
          act={() => perform('approve')}
          onClose={() => setOpenAct(undefined)}
        >
          <p>A conferência encontrou:</p>
          <ReasonList reasons={reasons} />
          <p className="mt-3">
            Os arquivos serão publicados como foram lidos, e a decisão fica na auditoria com o seu
            nome. Se houver uma versão anterior, você pode voltar a ela depois.
          </p>
        </ConfirmAct>
      )}
      {openAct === 'cancel' && (
        <ConfirmAct
          title="Cancelar este envio?"
          label="Cancelar envio"
          busyLabel="Cancelando..."
          act={() => perform('cancel')}
          onClose={() => setOpenAct(undefined)}
        >
          Nada será publicado e os dados atuais não mudam. Depois você pode tentar de novo.
        </ConfirmAct>
      )}
    </>
  );
}
