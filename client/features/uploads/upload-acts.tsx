import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Upload } from '../../../shared/contracts/uploads.ts';
import { Button } from '../../components/button.tsx';
import { tellFailure } from '../../components/tell-failure.ts';
import { showToast } from '../../components/toast.ts';
import { ConfirmAct } from './confirm-act.tsx';
import { ReasonList } from './reason-list.tsx';
import { uploadOptions } from '../../lib/upload-options.ts';
import { actOnUpload, keepUpload, type UploadAct } from './upload-options.ts';

const done = {
  cancel: ['Cancelamento pedido', 'Nada deste envio será publicado.'],
  retry: ['Envio na fila', 'Ele será processado outra vez.'],
  approve: ['Publicação aprovada', 'Os arquivos serão publicados como foram lidos.'],
} as const satisfies Record<UploadAct, readonly [string, string]>;

/** The actions that an administrator can take on an upload now. */
export function UploadActs({ upload, onRefused }: { upload: Upload; onRefused: () => void }) {
  const { id, status, canApprove, canCancel, canRetry, isCancelling, reasons } = upload;
  const client = useQueryClient();
  const [asked, setAsked] = useState<'cancel' | 'approve'>();
  const acting = useMutation({
    mutationFn: actOnUpload,
    onSuccess: (changed, { act }) => {
      keepUpload(client, changed);
      const [title, description] = done[act];
      showToast({ title, description });
    },
    onError: (error) => {
      tellFailure(error, 'Erro', 'Tente de novo em instantes.');
      void client.invalidateQueries({ queryKey: uploadOptions(id).queryKey });
      onRefused();
    },
    onSettled: () => setAsked(undefined),
  });
  const act = (name: UploadAct) => acting.mutate({ upload, act: name });
  const dialog = { isPending: acting.isPending, onClose: () => setAsked(undefined) };
  return (
    <>
      {canApprove && (
        <Button look="primary" disabled={acting.isPending} onClick={() => setAsked('approve')}>
          Publicar mesmo assim
        </Button>
      )}
      {canRetry && (
        <Button look="primary" disabled={acting.isPending} onClick={() => act('retry')}>
          Tentar de novo
        </Button>
      )}
      {(canCancel || isCancelling) && (
        <Button disabled={!canCancel || acting.isPending} onClick={() => setAsked('cancel')}>
          {isCancelling ? 'Cancelando...' : 'Cancelar envio'}
        </Button>
      )}
      <ConfirmAct
        {...dialog}
        title="Publicar mesmo assim?"
        isOpen={asked === 'approve' && status === 'AWAITING_APPROVAL'}
        confirmLabel="Publicar mesmo assim"
        pendingLabel="Publicando..."
        onConfirm={() => act('approve')}
      >
        <p>A conferência encontrou:</p>
        <ReasonList reasons={reasons} />
        <p className="mt-3">
          Os arquivos serão publicados como foram lidos, e a decisão fica na auditoria com o seu
          nome. Dá para voltar depois à versão anterior.
        </p>
      </ConfirmAct>
      <ConfirmAct
        {...dialog}
        title="Cancelar este envio?"
        isOpen={asked === 'cancel' && canCancel}
        confirmLabel="Cancelar envio"
        pendingLabel="Cancelando..."
        onConfirm={() => act('cancel')}
      >
        <p>Nada será publicado e os dados de agora não mudam. Depois você pode tentar de novo.</p>
      </ConfirmAct>
    </>
  );
}
