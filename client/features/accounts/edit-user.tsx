import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { keysOf } from '../../../shared/codes/keys.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import type { DeleteUser, RenewPassword, User } from '../../../shared/contracts/users.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmWithPassword, isAboutProof, unlessOfForm } from '../../components/confirm.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { showFormFailure } from '../../components/form-fields.tsx';
import { Notice } from '../../components/notice.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { showToast, showFailure } from '../../components/toast.ts';
import { CallError, errorSentence, send } from '../../lib/call.ts';
import { refreshAccounts, updateUser } from './accounts-options.ts';
import { SharedFields, UserFields } from './user-fields.tsx';
import type { Proof } from '../../../shared/contracts/my-sessions.ts';
import { formatDate } from '../../../shared/words/format.ts';
import { TextField } from '../../components/field.tsx';
import { generatedPassword } from '../../../shared/contracts/generated-password.ts';
import { GivenPassword } from './given-password.tsx';

/** A user's fields in a sheet. If another administrator changed the user meanwhile, nothing is overwritten. */
export function EditUser({
  user,
  isSelf,
  onClose,
}: {
  user: User;
  isSelf: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [confirming, setConfirming] = useState<z.infer<typeof SharedFields>>();
  const { firstName, lastName, email, role, companyId, companyName } = user;
  const form = useForm({
    resolver: zodResolver(SharedFields),
    defaultValues: { firstName, lastName, email, role, companyId: companyId ?? '' },
  });
  const { formState, handleSubmit, setError } = form;
  const { email: isNewEmail, role: isNewRole, companyId: isNewCompany } = formState.dirtyFields;
  const mustConfirm = isNewEmail === true || isNewRole === true || isNewCompany === true;
  const change = useMutation({
    mutationFn: updateUser,
    onSuccess: async () => {
      await refreshAccounts(client);
      showToast({ title: 'Usuário atualizado!', description: email });
    },
    onError: (error) => {
      if (isAboutProof(error)) return;
      showFormFailure(error, 'Erro ao atualizar usuário', keysOf(SharedFields.shape), setError);
    },
  });
  const target = { id: user.id, version: user.version };
  const submit = handleSubmit((values) =>
    mustConfirm
      ? setConfirming(values)
      : change.mutate({ ...values, ...target }, { onSuccess: onClose }),
  );
  const isStale = change.error instanceof CallError && change.error.code === 'stale_version';
  const reload = async () => {
    onClose();
    await refreshAccounts(client);
  };

  return (
    <Sheet title="Editar usuário" side="right" isOpen onOpen={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {isStale && (
          <Notice
            tone="danger"
            title="Este usuário mudou enquanto você o editava"
            actions={<Button onClick={() => void reload()}>Recarregar a lista</Button>}
          >
            {change.error?.message}
          </Notice>
        )}
        <FormProvider {...form}>
          <UserFields
            company={companyId === null ? undefined : { id: companyId, name: companyName ?? '' }}
          />
        </FormProvider>
        <p className="text-dense text-muted">
          Trocar o papel encerra as sessões da pessoa; trocar o e-mail avisa os dois endereços.
        </p>
        <FormActions
          label="Salvar"
          busyLabel="Salvando..."
          isBusy={change.isPending}
          onCancel={onClose}
        />
      </form>
      {confirming && (
        <ConfirmWithPassword
          title="Salvar a alteração?"
          label="Confirmar"
          busyLabel="Salvando..."
          act={(proof) =>
            unlessOfForm(
              change.mutateAsync({ ...confirming, ...target, ...proof }, { onSuccess: onClose }),
            )
          }
          onClose={() => setConfirming(undefined)}
        >
          Para trocar o e-mail, o papel ou a empresa de alguém, confirme que é você.
        </ConfirmWithPassword>
      )}
      {!isSelf && <UserAccess user={user} />}
      {!isSelf && <DeletePerson user={user} onUserDeleted={onClose} />}
    </Sheet>
  );
}

/** Deletes a user's personal data permanently; the administrator types the e-mail again first. */
function DeletePerson({ user, onUserDeleted }: { user: User; onUserDeleted: () => void }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isConfirming, setConfirming] = useState(false);
  const deletion = useMutation({
    mutationFn: (proof: Proof) => {
      const body: DeleteUser = { email: typed.trim(), ...proof };
      return send('POST', `/api/admin/users/${user.id}/erasure`, Done, body);
    },
    onSuccess: async ({ message }) => {
      await refreshAccounts(client);
      showToast({ title: 'Dados eliminados', description: message });
    },
    onError: (error) => {
      if (isAboutProof(error)) return;
      showFailure(error, 'Erro ao eliminar os dados', 'Tente de novo em instantes.');
    },
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    setConfirming(true);
  };
  return (
    <details
      open={user.deletionRequestedAt !== null}
      className="mt-8 rounded-card border border-danger/40"
    >
      <summary className="flex min-h-11 items-center px-4 font-medium text-danger">
        Eliminar os dados desta pessoa
      </summary>
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4 px-4 pb-4">
        <p className="text-dense text-muted">
          {user.deletionRequestedAt !== null &&
            `A pessoa pediu a eliminação em ${formatDate(user.deletionRequestedAt)}. `}
          Nome, e-mail, senha e sessões são apagados e não podem ser recuperados. Os registros de
          auditoria continuam, sem o nome e sem o e-mail.
        </p>
        <TextField
          label="Digite o e-mail da pessoa para confirmar"
          type="email"
          autoComplete="off"
          value={typed}
          onText={setTyped}
          error={
            deletion.error && !isAboutProof(deletion.error)
              ? errorSentence(deletion.error)
              : undefined
          }
        />
        <Button
          type="submit"
          disabled={typed.trim() === '' || deletion.isPending}
          className="self-start"
        >
          {deletion.isPending ? 'Eliminando...' : 'Eliminar para sempre'}
        </Button>
      </form>
      {isConfirming && (
        <ConfirmWithPassword
          title="Eliminar os dados desta pessoa?"
          label="Eliminar"
          busyLabel="Eliminando..."
          act={(proof) => unlessOfForm(deletion.mutateAsync(proof, { onSuccess: onUserDeleted }))}
          onClose={() => setConfirming(false)}
        >
          Os dados de {user.email} são apagados e não podem ser recuperados.
        </ConfirmWithPassword>
      )}
    </details>
  );
}

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

/** Acts on a user's sessions, password and second factor; each requires a fresh proof of identity. */
function UserAccess({ user }: { user: User }) {
  const client = useQueryClient();
  const [openAct, setOpenAct] = useState<keyof typeof acts>();
  const [given, setGiven] = useState<string>();
  const [hasFactor, setHasFactor] = useState(user.hasSecondFactor);
  const path = `/api/admin/users/${user.id}`;
  const act = {
    sessions: async (proof: Proof) => {
      const { message } = await send('POST', `${path}/end-sessions`, Done, proof);
      showToast({ title: 'Sessões encerradas', description: message });
    },
    password: async (proof: Proof) => {
      const renewed: RenewPassword = { temporaryPassword: generatedPassword(), ...proof };
      await send('POST', `${path}/temporary-password`, Done, renewed);
      setGiven(renewed.temporaryPassword);
    },
    factor: async (proof: Proof) => {
      const { message } = await send('POST', `${path}/remove-second-factor`, Done, proof);
      setHasFactor(false);
      showToast({ title: 'Verificação em duas etapas desligada', description: message });
    },
  } satisfies Record<keyof typeof acts, (proof: Proof) => Promise<void>>;
  return (
    <section aria-labelledby="user-access" className="mt-8 flex flex-wrap gap-2">
      <h3 id="user-access" className="w-full font-medium">
        Acesso desta pessoa
      </h3>
      <Button onClick={() => setOpenAct('sessions')}>Encerrar as sessões</Button>
      <Button onClick={() => setOpenAct('password')}>Nova senha temporária</Button>
      {hasFactor && <Button onClick={() => setOpenAct('factor')}>Desligar a segunda etapa</Button>}
      {openAct && (
        <ConfirmWithPassword
          {...acts[openAct]}
          act={async (proof) => {
            await act[openAct](proof);
            await refreshAccounts(client);
          }}
          onClose={() => setOpenAct(undefined)}
        />
      )}
      {given !== undefined && (
        <GivenPassword email={user.email} password={given} onClose={() => setGiven(undefined)} />
      )}
    </section>
  );
}
