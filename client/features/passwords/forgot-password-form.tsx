import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { RequestPasswordReset } from '../../../shared/contracts/passwords.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { Button } from '../../components/button.tsx';
import { FormText, showFormFailure } from '../../components/form-fields.tsx';
import { showToast } from '../../components/toast.ts';
import { send } from '../../lib/call.ts';

/** Requests the reset link; the response is the same whether or not the e-mail is known. */
export function ForgotPasswordForm({ onSent }: { onSent: () => void }) {
  const { control, handleSubmit, setError } = useForm({
    resolver: zodResolver(RequestPasswordReset),
    defaultValues: { email: '' },
  });
  const request = useMutation({
    mutationFn: (values: RequestPasswordReset) =>
      send('POST', '/api/auth/request-password-reset', Done, values),
    onSuccess: () => {
      showToast({
        title: 'Email enviado',
        description: 'Verifique sua caixa de entrada para instruções de recuperação.',
      });
      onSent();
    },
    onError: (error) =>
      showFormFailure(error, 'Erro', ['email'], setError, 'Erro ao enviar email de recuperação'),
  });
  const submit = handleSubmit((values) => request.mutate(values));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormText
        control={control}
        name="email"
        label="E-mail"
        type="email"
        autoComplete="username"
        required
      />
      <Button type="submit" look="primary" disabled={request.isPending} className="mt-2 w-full">
        {request.isPending ? 'Enviando...' : 'Enviar instruções'}
      </Button>
    </form>
  );
}
