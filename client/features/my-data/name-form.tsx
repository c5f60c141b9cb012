import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { UpdateMyName } from '../../../shared/contracts/my-data.ts';
import { Button } from '../../components/button.tsx';
import { FormText } from '../../components/form-fields.tsx';
import { showToast } from '../../components/toast.ts';
import { failedField, failureText } from '../../lib/failure-text.ts';
import { currentUserOptions } from '../../lib/session.ts';
import { changeMyName, myDataOptions } from './my-data-options.ts';

export function NameForm({ firstName, lastName }: UpdateMyName) {
  const client = useQueryClient();
  const { control, handleSubmit, setError } = useForm({
    resolver: zodResolver(UpdateMyName),
    defaultValues: { firstName, lastName },
  });
  const change = useMutation({
    mutationFn: changeMyName,
    onSuccess: async (user) => {
      client.setQueryData(currentUserOptions.queryKey, user);
      showToast({ title: 'Nome corrigido', description: `${user.firstName} ${user.lastName}` });
      await client.invalidateQueries({ queryKey: myDataOptions.queryKey });
    },
    onError: (error) => {
      const message = failureText(error, 'Erro ao corrigir o nome');
      const field = failedField(error, ['firstName', 'lastName']);
      if (field) setError(field, { message }, { shouldFocus: true });
      showToast({ tone: 'danger', title: 'Erro', description: message });
    },
  });
  const submit = handleSubmit((name) => change.mutate(name));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <FormText
          control={control}
          name="firstName"
          label="Nome"
          autoComplete="given-name"
          maxLength={80}
          required
        />
        <FormText
          control={control}
          name="lastName"
          label="Sobrenome"
          autoComplete="family-name"
          maxLength={80}
          required
        />
      </div>
      <Button type="submit" disabled={change.isPending} className="self-start">
        {change.isPending ? 'Salvando...' : 'Corrigir nome'}
      </Button>
    </form>
  );
}
