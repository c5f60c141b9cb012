import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { generatedPassword } from '../../../shared/contracts/generated-password.ts';
import { CreateUser, User } from '../../../shared/contracts/users.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmWithPassword, isAboutProof, unlessOfForm } from '../../components/confirm.tsx';
import { FormPassword, showFirstProblem, showFormFailure } from '../../components/form-fields.tsx';
import { takeFocus } from '../../components/panel.tsx';
import { showToast } from '../../components/toast.ts';
import { send } from '../../lib/call.ts';
import { refreshAccounts } from './accounts-options.ts';
import type { NamedCompany } from './company-field.tsx';
import { GivenPassword } from './given-password.tsx';
import { NewCompany } from './new-company.tsx';
import { UserFields } from './user-fields.tsx';

type Given = { email: string; password: string };

const failureTitle = 'Erro ao criar usuário';
const fieldNames = ['firstName', 'lastName', 'email', 'companyId', 'temporaryPassword'] as const;
const emptyUser = {
  firstName: '',
  lastName: '',
  email: '',
  role: 'CLIENT',
  companyId: '',
} as const;

/** A new account with a temporary password; the form can also create its company. */
export function NewUser({ onDone }: { onDone: () => void }) {
  const formId = useId();
  const client = useQueryClient();
  const [isCompanyOpen, setCompanyOpen] = useState(false);
  const [company, setCompany] = useState<NamedCompany>();
  const [given, setGiven] = useState<Given>();
  const [firstPassword] = useState(generatedPassword);
  const [confirming, setConfirming] = useState<CreateUser>();
  const form = useForm({
    resolver: zodResolver(CreateUser),
    defaultValues: { ...emptyUser, temporaryPassword: firstPassword },
  });
  const { control, handleSubmit, setError, setFocus, setValue } = form;
  const creation = useMutation({
    mutationFn: (user: CreateUser) => send('POST', '/api/admin/users', User, user),
    onSuccess: async (user, { temporaryPassword: password }) => {
      await refreshAccounts(client);
      showToast({
        title: 'Usuário criado!',
        description: `${user.email} troca a senha temporária no primeiro login.`,
      });
      setGiven({ email: user.email, password });
    },
    onError: (error) => {
      if (!isAboutProof(error)) showFormFailure(error, failureTitle, fieldNames, setError);
    },
  });
  const closeCompany = () => {
    setFocus('companyId');
    setCompanyOpen(false);
  };
  const submit = handleSubmit(
    (user) => (user.role === 'ADMIN' ? setConfirming(user) : creation.mutate(user)),
    (errors) => showFirstProblem(failureTitle, fieldNames, errors),
  );

  return (
    <div className="flex flex-col gap-4">
      <form
        id={formId}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3"
      >
        <FormProvider {...form}>
          <UserFields company={company} />
        </FormProvider>
        <FormPassword
          control={control}
          name="temporaryPassword"
          label="Senha temporária"
          placeholder="Mínimo 8 caracteres"
          autoComplete="off"
          required
        />
      </form>
      {isCompanyOpen && (
        <section
          ref={takeFocus}
          tabIndex={-1}
          aria-label="Nova empresa"
          className="rounded-card border border-line bg-paper p-4 outline-none"
        >
          <h3 className="mb-3 font-medium">Nova empresa</h3>
          <NewCompany
            onCreated={(created) => {
              setCompany(created);
              setValue('companyId', created.id, { shouldValidate: true });
              closeCompany();
            }}
            onCancel={closeCompany}
          />
        </section>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" form={formId} look="primary" disabled={creation.isPending}>
          {creation.isPending ? 'Criando...' : 'Criar usuário'}
        </Button>
        {!isCompanyOpen && <Button onClick={() => setCompanyOpen(true)}>Nova empresa</Button>}
        <Button look="quiet" onClick={onDone}>
          Cancelar
        </Button>
      </div>
      {confirming && (
        <ConfirmWithPassword
          title="Criar um administrador?"
          label="Confirmar"
          busyLabel="Criando..."
          act={(proof) => unlessOfForm(creation.mutateAsync({ ...confirming, ...proof }))}
          onClose={() => setConfirming(undefined)}
        >
          {confirming.email} poderá administrar usuários, dados e configurações.
        </ConfirmWithPassword>
      )}
      {given && <GivenPassword {...given} onClose={onDone} />}
    </div>
  );
}
