import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ResetPassword } from '../../../shared/contracts/passwords.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { showToast } from '../../components/toast.tsx';
import { failedField, failureText } from '../../lib/call.ts';
import { NewPasswordFields, newPasswordNames } from './new-password-fields.tsx';
import { resetPassword } from './password-calls.ts';
import { useStrengthCheck } from './use-strength-check.ts';

const whenRefused = 'Por favor, corrija os problemas na senha antes de continuar.';

/** Sets a new password with the token of a mailed link. */
export function ResetPasswordForm({ token, onReset }: { token: string; onReset: () => void }) {
  const { control, formState, handleSubmit, register, setError } = useForm({
    resolver: zodResolver(ResetPassword),
    defaultValues: { token, newPassword: '', confirmPassword: '' },
  });
  const [tokenError, setTokenError] = useState<string>();
  const strengthCheck = useStrengthCheck(token);
  const reset = useMutation({
    mutationFn: resetPassword,
    onSuccess: () => {
      showToast({
        title: 'Senha redefinida',
        description: 'Sua senha foi redefinida com sucesso! Você já pode fazer login.',
      });
      onReset();
    },
    onError: (error) => {
      const message = failureText(error, 'Erro ao redefinir senha');
      const field = failedField(error, ['token', 'newPassword', 'confirmPassword']);
      if (field === 'token') setTokenError(message);
      else if (field) setError(field, { message }, { shouldFocus: true });
      showToast({ tone: 'danger', title: 'Erro', description: message });
    },
  });
  const { onValid, onInvalid } = strengthCheck.submission(reset.mutate, whenRefused);
  const submit = handleSubmit(onValid, (errors) => {
    setTokenError(errors.token?.message);
    onInvalid(errors);
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {tokenError !== undefined && <Notice tone="danger" title={tokenError} />}
      <input type="hidden" {...register('token')} />
      <NewPasswordFields control={control} names={newPasswordNames} strengthCheck={strengthCheck} />
      <Button
        type="submit"
        look="primary"
        disabled={formState.isSubmitting || reset.isPending || tokenError !== undefined}
        className="mt-2 w-full"
      >
        {reset.isPending ? 'Redefinindo...' : 'Redefinir senha'}
      </Button>
    </form>
  );
}
