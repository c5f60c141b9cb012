import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../shared/contracts/users.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmWithPassword } from '../../components/confirm-with-password.tsx';
import { showToast } from '../../components/toast.ts';
import { endSessionsOf, refreshAccounts } from './accounts-options.ts';

const acts = {
  sessions: {
    title: 'Encerrar as sessões desta pessoa?',
    label: 'Encerrar as sessões',
    busyLabel: 'Encerrando...',
    note: 'Ela sai de todos os navegadores e precisa entrar de novo. A senha continua a mesma.',
    done: 'Sessões encerradas',
    act: endSessionsOf,
  },
} as const;

/** What an administrator does about how a person gets in; each act asks for his own password. */
export function UserAccess({ user }: { user: User }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<keyof typeof acts>();
  const chosen = asked && acts[asked];
  return (
    <section aria-label="Acesso desta pessoa" className="mt-8 flex flex-wrap gap-2">
      <Button onClick={() => setAsked('sessions')}>Encerrar as sessões</Button>
      {chosen && (
        <ConfirmWithPassword
          title={chosen.title}
          label={chosen.label}
          busyLabel={chosen.busyLabel}
          act={async (password) => {
            const { message } = await chosen.act(user.id, password);
            showToast({ title: chosen.done, description: message });
            await refreshAccounts(client);
          }}
          onClose={() => setAsked(undefined)}
        >
          {chosen.note}
        </ConfirmWithPassword>
      )}
    </section>
  );
}
