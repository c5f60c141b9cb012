import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { Proof } from '../../../shared/contracts/my-sessions.ts';
import type { User } from '../../../shared/contracts/users.ts';
import { formatDate } from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';
import {
  ConfirmWithPassword,
  isAboutProof,
  unlessOfForm,
} from '../../components/confirm-with-password.tsx';
import { TextField } from '../../components/field.tsx';
import { tellFailure } from '../../components/tell-failure.ts';
import { showToast } from '../../components/toast.ts';
import { deleteUser, refreshAccounts } from './accounts-options.ts';

/** Deletes a user's personal data permanently; the administrator types the e-mail again first. */
export function ErasePerson({ user, onUserDeleted }: { user: User; onUserDeleted: () => void }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isConfirming, setConfirming] = useState(false);
  const erasure = useMutation({
    mutationFn: (proof: Proof) => deleteUser(user.id, { email: typed.trim(), ...proof }),
    onSuccess: async ({ message }) => {
      await refreshAccounts(client);
      showToast({ title: 'Dados eliminados', description: message });
      onUserDeleted();
    },
    onError: (error) => {
      if (isAboutProof(error)) return;
      tellFailure(error, 'Erro ao eliminar os dados', 'Tente de novo em instantes.');
    },
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    setConfirming(true);
  };
  return (
    <details
      open={user.erasureRequestedAt !== null}
      className="mt-8 rounded-card border border-danger/40"
    >
      <summary className="flex min-h-11 items-center px-4 font-medium text-danger">
        Eliminar os dados desta pessoa
      </summary>
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4 px-4 pb-4">
        <p className="text-dense text-muted">
          {user.erasureRequestedAt !== null &&
            `A pessoa pediu a eliminação em ${formatDate(user.erasureRequestedAt)}. `}
          Nome, e-mail, senha e sessões são apagados e não voltam. A auditoria fica, sem o nome e
          sem o e-mail.
        </p>
        <TextField
          label="Digite o e-mail da pessoa para confirmar"
          type="email"
          autoComplete="off"
          value={typed}
          onText={setTyped}
          error={erasure.error && !isAboutProof(erasure.error) ? erasure.error.message : undefined}
        />
        <Button
          type="submit"
          disabled={typed.trim() === '' || erasure.isPending}
          className="self-start"
        >
          {erasure.isPending ? 'Eliminando...' : 'Eliminar para sempre'}
        </Button>
      </form>
      {isConfirming && (
        <ConfirmWithPassword
          title="Eliminar os dados desta pessoa?"
          label="Eliminar"
          busyLabel="Eliminando..."
          act={(proof) => unlessOfForm(erasure.mutateAsync(proof))}
          onClose={() => setConfirming(false)}
        >
          Os dados de {user.email} são apagados e não voltam.
        </ConfirmWithPassword>
      )}
    </details>
  );
}
