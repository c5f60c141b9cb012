import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MySecondFactor, NewSecondFactor } from '../../../shared/contracts/second-factor.ts';
import { formatCounted } from '../../../shared/words/format.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmWithPassword } from '../../components/confirm-with-password.tsx';
import { Panel } from '../../components/panel.tsx';
import { showToast } from '../../components/toast.ts';
import { currentUserOptions, useCurrentUser } from '../../lib/session.ts';
import {
  beginSecondFactor,
  mySecondFactorOptions,
  removeSecondFactor,
  renewRecoveryCodes,
} from './my-data-options.ts';
import { NewFactor } from './new-factor.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

/** The user's own second factor: off, in setup, showing recovery codes, or on. */
export function SecondFactor() {
  const client = useQueryClient();
  const factor = useQuery(mySecondFactorOptions);
  const [asked, setAsked] = useState<'begin' | 'renew' | 'remove'>();
  const [begun, setBegun] = useState<NewSecondFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const refresh = () => client.invalidateQueries({ queryKey: mySecondFactorOptions.queryKey });
  const finish = async () => {
    setCodes(undefined);
    await refresh();
    await client.refetchQueries({ queryKey: currentUserOptions.queryKey });
  };
  return (
    <Panel title="Verificação em duas etapas">
      {codes !== undefined ? (
        <RecoveryCodeList codes={codes} onDone={() => void finish()} />
      ) : begun !== undefined ? (
        <NewFactor
          begun={begun}
          onConfirmed={(given) => {
            setBegun(undefined);
            setCodes(given);
          }}
          onCancel={() => setBegun(undefined)}
        />
      ) : (
        <AsyncPanel query={factor} skeleton={<Skeleton className="h-20" />}>
          {(state) => <Standing state={state} onAsk={setAsked} />}
        </AsyncPanel>
      )}
      {asked === 'begin' && (
        <ConfirmWithPassword
          title="Ligar a verificação em duas etapas?"
          label="Continuar"
          busyLabel="Preparando..."
          act={async (proof) => setBegun(await beginSecondFactor(proof))}
          onClose={() => setAsked(undefined)}
        >
          Você vai precisar de um aplicativo de códigos no celular, como Google Authenticator,
          Microsoft Authenticator ou Aegis.
        </ConfirmWithPassword>
      )}
      {asked === 'renew' && (
        <ConfirmWithPassword
          title="Trocar os códigos de recuperação?"
          label="Trocar"
          busyLabel="Trocando..."
          act={async (proof) => setCodes((await renewRecoveryCodes(proof)).recoveryCodes)}
          onClose={() => setAsked(undefined)}
        >
          Os códigos antigos deixam de valer. Os novos aparecem em seguida, uma vez.
        </ConfirmWithPassword>
      )}
      {asked === 'remove' && (
        <ConfirmWithPassword
          title="Desligar a verificação em duas etapas?"
          label="Desligar"
          busyLabel="Desligando..."
          act={async (proof) => {
            const { message } = await removeSecondFactor(proof);
            showToast({ title: 'Verificação desligada', description: message });
            await refresh();
          }}
          onClose={() => setAsked(undefined)}
        >
          Depois disso, quem souber a sua senha entra na sua conta.
        </ConfirmWithPassword>
      )}
    </Panel>
  );
}

function Standing({
  state: { isOn, isRequired, recoveryCodesLeft },
  onAsk,
}: {
  state: MySecondFactor;
  onAsk: (act: 'begin' | 'renew' | 'remove') => void;
}) {
  const signsInElsewhere = useCurrentUser()?.signsInElsewhere === true;
  if (!isOn && signsInElsewhere) {
    return (
      <p className="max-w-prose text-muted">
        Você entra pelo provedor de login da empresa: a segunda etapa é a dele, e se liga lá.
      </p>
    );
  }
  if (!isOn) {
    return (
      <>
        <p className="mb-3 max-w-prose text-muted">
          Além da senha, o login pede um código de 6 números do seu celular. Assim, quem descobrir a
          senha ainda não entra.
        </p>
        <Button onClick={() => onAsk('begin')}>Ligar</Button>
      </>
    );
  }
  return (
    <>
      <p className="mb-3 max-w-prose text-muted">
        Ligada. Restam {formatCounted(recoveryCodesLeft, 'código', 'códigos')} de recuperação.
        {isRequired && ' Nesta instalação ela é obrigatória para administradores.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onAsk('renew')}>Trocar os códigos de recuperação</Button>
        {!isRequired && <Button onClick={() => onAsk('remove')}>Desligar</Button>}
      </div>
    </>
  );
}
