import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { FirstPassword } from '../../../shared/contracts/passwords.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../components/toast.tsx';
import { failedField, failureText } from '../../lib/call.ts';
import { NewPasswordFields, newPasswordNames } from './new-password-fields.tsx';
import { chooseFirstPassword } from './password-calls.ts';
import { useStrengthCheck } from './use-strength-check.ts';

const whenRefused = 'Por favor, corrija os problemas na nova senha antes de continuar.';

/** Chooses the user's own password after a sign-in with a temporary one, without requesting the temporary one again. */
export function FirstPasswordForm({ onChosen }: { onChosen: () => void }) {
  const { control, formState, handleSubmit, setError } = useForm({
    resolver: zodResolver(FirstPassword),
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const strengthCheck = useStrengthCheck();
  const choice = useMutation({
    mutationFn: chooseFirstPassword,
    onSuccess: () => {
      showToast({ title: 'Senha alterada', description: 'Sua senha foi alterada com sucesso!' });
      onChosen();
    },
    onError: (error) => {
      const message = failureText(error, 'Erro ao alterar senha');
      const field = failedField(error, ['newPassword', 'confirmPassword']);
      if (field) setError(field, { message }, { shouldFocus: true });
      showToast({ tone: 'danger', title: 'Erro', description: message });
    },
  });
  const { onValid, onInvalid } = strengthCheck.submission(choice.mutate, whenRefused);
  const submit = handleSubmit(onValid, onInvalid);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <NewPasswordFields control={control} names={newPasswordNames} strengthCheck={strengthCheck} />
      <Button
        type="submit"
        look="primary"
        disabled={formState.isSubmitting || choice.isPending}
        className="mt-2 self-start"
      >
        {choice.isPending ? 'Salvando...' : 'Salvar a senha'}
      </Button>
    </form>
  );
}
