import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
import {
  ConfirmWithPassword,
  isAboutProof,
  unlessOfForm,
} from '../../components/confirm-with-password.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { Notice } from '../../components/notice.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { showToast } from '../../components/toast.ts';
import { CallError } from '../../lib/call.ts';
import { failedField, failureText } from '../../lib/failure-text.ts';
import { refreshAccounts, updateUser } from './accounts-options.ts';
import { ErasePerson } from './erase-person.tsx';
import { UserAccess } from './user-access.tsx';
import { UserFields, userFieldNames } from './user-fields.tsx';

const isChosenOrNone = (id: string) => id === '' || z.uuid().safeParse(id).success;

/** The form's own schema; the server's contract is validated again on submit. */
const EditedUser = z.object({
  firstName: firstNameField,
  lastName: lastNameField,
  email: requiredEmail,
  role: z.enum(keysOf(roles)),
  companyId: z.string().refine(isChosenOrNone, 'Escolha uma empresa da lista.'),
});

/**
 * A user's fields in a sheet beside the list. If another administrator changed the user meanwhile, the form reports it
 * and overwrites nothing.
 */
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
  const [confirming, setConfirming] = useState<z.infer<typeof EditedUser>>();
  const { firstName, lastName, email, role, companyId, companyName } = user;
  const { control, formState, handleSubmit, setError } = useForm({
    resolver: zodResolver(EditedUser),
    defaultValues: { firstName, lastName, email, role, companyId: companyId ?? '' },
  });
  const { email: isNewEmail, role: isNewRole, companyId: isNewCompany } = formState.dirtyFields;
  const mustConfirm = isNewEmail === true || isNewRole === true || isNewCompany === true;
  const change = useMutation({
    mutationFn: updateUser,
    onSuccess: async () => {
      await refreshAccounts(client);
      showToast({ title: 'Usuário atualizado!', description: email });
      onClose();
    },
    onError: (error) => {
      if (isAboutProof(error)) return;
      const message = failureText(error, 'Erro ao atualizar usuário');
      const field = failedField(error, keysOf(userFieldNames));
      if (field) setError(field, { message }, { shouldFocus: true });
      showToast({ tone: 'danger', title: 'Erro ao atualizar usuário', description: message });
    },
  });
  const own = { id: user.id, version: user.version };
  const submit = handleSubmit((values) =>
    mustConfirm ? setConfirming(values) : change.mutate({ ...values, ...own }),
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
          act={(proof) => unlessOfForm(change.mutateAsync({ ...confirming, ...own, ...proof }))}
          onClose={() => setConfirming(undefined)}
        >
          Para trocar o e-mail, o papel ou a empresa de alguém, confirme que é você.
        </ConfirmWithPassword>
      )}
      {!isSelf && <UserAccess user={user} />}
      {!isSelf && <ErasePerson user={user} onUserDeleted={onClose} />}
    </Sheet>
  );
}
