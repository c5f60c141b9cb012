import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MyDeletionRequest } from '../../../shared/contracts/my-data.ts';
import { formatMoment } from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmAct } from '../../components/confirm.tsx';
import { Panel } from '../../components/panel.tsx';
import { showToast } from '../../components/toast.ts';
import { send } from '../../lib/call.ts';
import { myDataOptions } from './my-data-options.ts';

/** Requests the deletion of the user's own data, after a confirmation. */
export function DeletionRequest({ requestedAt }: { requestedAt: string | null }) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Panel title="Eliminar os meus dados">
      {requestedAt === null ? (
        <>
          <p className="mb-3 max-w-prose text-muted">
            Um administrador apaga o seu nome, e-mail, senha e sessões, e você recebe um último
            e-mail. Os registros de auditoria ficam por 365 dias, sem o seu nome.
          </p>
          <Button onClick={() => setConfirming(true)}>Pedir eliminação</Button>
        </>
      ) : (
        <p className="max-w-prose text-muted">
          Você pediu a eliminação em {formatMoment(requestedAt)}. Um administrador vai atender ao
          pedido; até lá a conta funciona como sempre.
        </p>
      )}
      {isConfirming && (
        <ConfirmAct
          title="Pedir a eliminação dos seus dados?"
          label="Pedir eliminação"
          busyLabel="Pedindo..."
          failureTitle="Erro ao pedir a eliminação"
          act={async () => {
            const path = '/api/my-data/erasure-request';
            const { message } = await send('POST', path, MyDeletionRequest);
            showToast({ title: 'Pedido recebido', description: message });
            await client.invalidateQueries({ queryKey: myDataOptions.queryKey });
          }}
          onClose={() => setConfirming(false)}
        >
          Quando o pedido for atendido, a sua conta deixa de existir e não pode ser recuperada. Se
          quiser guardar algo, exporte os seus dados antes.
        </ConfirmAct>
      )}
    </Panel>
  );
}
