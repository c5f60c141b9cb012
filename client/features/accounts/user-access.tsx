import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { generatedPassword } from '../../../shared/contracts/generated-password.ts';
import type { Proof } from '../../../shared/contracts/my-sessions.ts';
import type { User } from '../../../shared/contracts/users.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmWithPassword } from '../../components/confirm.tsx';
import { showToast } from '../../components/toast.tsx';
import {
  endSessionsOf,
  refreshAccounts,
  removeSecondFactorOf,
  renewPassword,
} from './accounts-options.ts';
import { GivenPassword } from './given-password.tsx';

const acts = {
  sessions: {
    title: 'Encerrar as sessões desta pessoa?',
    label: 'Encerrar as sessões',
    busyLabel: 'Encerrando...',
    children: 'Ela sai de todos os navegadores e precisa entrar de novo. A senha continua a mesma.',
  },
  password: {
    title: 'Criar uma senha temporária?',
    label: 'Criar a senha',
    busyLabel: 'Trocando...',
    children:
      'A senha atual deixa de valer e as sessões da pessoa são encerradas. A nova aparece em seguida, uma única vez.',
  },
  factor: {
    title: 'Desligar a verificação em duas etapas desta pessoa?',
    label: 'Desligar',
    busyLabel: 'Desligando...',
    children:
      'Antes, confirme por outro meio que foi essa pessoa quem pediu. Até ligar de novo, ela entra só com a senha. As sessões são encerradas.',
  },
} as const;

/**
 * An administrator's actions on a user's access: sessions, password and second factor. Each requires a fresh proof of
 * identity.
 */
export function UserAccess({ user }: { user: User }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<keyof typeof acts>();
  const [given, setGiven] = useState<string>();
  const act = {
    sessions: async (proof: Proof) => {
      const { message } = await endSessionsOf(user.id, proof);
      showToast({ title: 'Sessões encerradas', description: message });
    },
    password: async (proof: Proof) => {
      const renewed = generatedPassword();
      await renewPassword(user.id, { temporaryPassword: renewed, ...proof });
      setGiven(renewed);
    },
    factor: async (proof: Proof) => {
      const { message } = await removeSecondFactorOf(user.id, proof);
      showToast({ title: 'Verificação em duas etapas desligada', description: message });
    },
  } satisfies Record<keyof typeof acts, (proof: Proof) => Promise<void>>;
  return (
    <section aria-label="Acesso desta pessoa" className="mt-8 flex flex-wrap gap-2">
      <Button onClick={() => setAsked('sessions')}>Encerrar as sessões</Button>
      <Button onClick={() => setAsked('password')}>Nova senha temporária</Button>
      {user.hasSecondFactor && (
        <Button onClick={() => setAsked('factor')}>Desligar a segunda etapa</Button>
      )}
      {asked && (
        <ConfirmWithPassword
          {...acts[asked]}
          act={async (proof) => {
            await act[asked](proof);
            await refreshAccounts(client);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {given !== undefined && (
        <GivenPassword email={user.email} password={given} onClose={() => setGiven(undefined)} />
      )}
    </section>
  );
}
