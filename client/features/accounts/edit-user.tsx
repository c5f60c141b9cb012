import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { roles } from '../../../shared/codes/roles.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import {
  firstNameField,
  lastNameField,
  requiredEmail,
} from '../../../shared/contracts/people-fields.ts';
import type { User } from '../../../shared/contracts/users.ts';
import { Button } from '../../components/button.tsx';
import { FormPassword } from '../../components/form-fields.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { Notice } from '../../components/notice.tsx';
import { ProviderProof } from '../../components/provider-proof.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { showToast } from '../../components/toast.ts';
import { CallError } from '../../lib/call.ts';
import { failedField, failureText } from '../../lib/failure-text.ts';
import { useProof } from '../../lib/use-proof.ts';
import { refreshAccounts, updateUser } from './accounts-options.ts';
import { ErasePerson } from './erase-person.tsx';
import { UserAccess } from './user-access.tsx';
import { UserFields, userFieldNames } from './user-fields.tsx';

const isChosenOrNone = (id: string) => id === '' || z.uuid().safeParse(id).success;

/** What the form shows; the server's contract is checked again when it is sent. */
const EditedUser = z.object({
  firstName: firstNameField,
  lastName: lastNameField,
  email: requiredEmail,
  role: z.enum(keysOf(roles)),
  companyId: z.string().refine(isChosenOrNone, 'Escolha uma empresa da lista.'),
  password: z.string(),
});

/** A user's fields beside the list; a change that someone else made meanwhile is told, not overwritten. */
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
  const proof = useProof();
  const { firstName, lastName, email, role, companyId, companyName } = user;
  const { control, formState, handleSubmit, setError } = useForm({
    resolver: zodResolver(EditedUser),
    defaultValues: { firstName, lastName, email, role, companyId: companyId ?? '', password: '' },
  });
  const { email: isNewEmail, role: isNewRole, companyId: isNewCompany } = formState.dirtyFields;
  const isConfirmed = isNewEmail === true || isNewRole === true || isNewCompany === true;
  const change = useMutation({
    mutationFn: updateUser,
    onSuccess: async () => {
      await refreshAccounts(client);
      showToast({ title: 'Usuário atualizado!', description: email });
      onClose();
    },
    onError: (error) => {
      const message = failureText(error, 'Erro ao atualizar usuário');
      const field = failedField(error, [...keysOf(userFieldNames), 'password']);
      if (field) setError(field, { message }, { shouldFocus: true });
      showToast({ tone: 'danger', title: 'Erro ao atualizar usuário', description: message });
    },
  });
  const submit = handleSubmit(({ password, ...values }) =>
    change.mutate({
      ...values,
      id: user.id,
      version: user.version,
      ...(password !== '' && { password }),
    }),
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
        <UserFields
          control={control}
          names={userFieldNames}
          company={companyId === null ? undefined : { id: companyId, name: companyName ?? '' }}
        />
        <p className="text-dense text-muted">
          Trocar o papel encerra as sessões da pessoa; trocar o e-mail avisa os dois endereços.
        </p>
        {isConfirmed && proof === 'provider' && <ProviderProof />}
        {isConfirmed && proof === 'password' && (
          <FormPassword
            control={control}
            name="password"
            label="Sua senha"
            hint="Para trocar o e-mail, o papel ou a empresa de alguém, confirme que é você."
            autoComplete="current-password"
            required
          />
        )}
        <FormActions
          label="Salvar"
          busyLabel="Salvando..."
          isBusy={change.isPending}
          onCancel={onClose}
        />
      </form>
      {!isSelf && <UserAccess user={user} />}
      {!isSelf && <ErasePerson user={user} onErased={onClose} />}
    </Sheet>
  );
}
