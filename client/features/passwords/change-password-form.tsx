import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ChangePassword } from '../../../shared/contracts/passwords.ts';
import { Button } from '../../components/button.tsx';
import { FormPassword } from '../../components/form-fields.tsx';
import { showToast } from '../../components/toast.tsx';
import { failedField, failureText } from '../../lib/call.ts';
import { NewPasswordFields, newPasswordNames } from './new-password-fields.tsx';
import { changePassword } from './password-calls.ts';
import { useStrengthCheck } from './use-strength-check.ts';

const whenRefused = 'Por favor, corrija os problemas na nova senha antes de continuar.';

const empty: ChangePassword = { currentPassword: '', newPassword: '', confirmPassword: '' };

export function ChangePasswordForm() {
  const { control, formState, handleSubmit, reset, setError } = useForm({
    resolver: zodResolver(ChangePassword),
    defaultValues: empty,
  });
  const strengthCheck = useStrengthCheck();
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      reset(empty);
      strengthCheck.discard();
      showToast({ title: 'Senha alterada', description: 'Sua senha foi alterada com sucesso!' });
    },
    onError: (error) => {
      const message = failureText(error, 'Erro ao alterar senha');
      const field = failedField(error, ['currentPassword', 'newPassword', 'confirmPassword']);
      if (field) setError(field, { message }, { shouldFocus: true });
      showToast({ tone: 'danger', title: 'Erro', description: message });
    },
  });
  const { onValid, onInvalid } = strengthCheck.submission(change.mutate, whenRefused);
  const submit = handleSubmit(onValid, onInvalid);

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormPassword
        control={control}
        name="currentPassword"
        label="Senha atual"
        autoComplete="current-password"
        required
      />
      <NewPasswordFields control={control} names={newPasswordNames} strengthCheck={strengthCheck} />
      <Button
        type="submit"
        look="primary"
        disabled={formState.isSubmitting || change.isPending}
        className="mt-2 self-start"
      >
        {change.isPending ? 'Alterando...' : 'Alterar senha'}
      </Button>
    </form>
  );
}
