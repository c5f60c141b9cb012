import {
  ChangePassword,
  FirstPassword,
  ResetPassword,
} from '../../../shared/contracts/passwords.ts';
import { FormPassword } from '../../components/form-fields.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

const empty = { newPassword: '', confirmPassword: '' };

const ofChange = {
  success: { title: 'Senha alterada', description: 'Sua senha foi alterada com sucesso!' },
  failure: 'Erro ao alterar senha',
  refused: 'Por favor, corrija os problemas na nova senha antes de continuar.',
};

export function ChangePasswordForm() {
  return (
    <NewPasswordForm
      schema={ChangePassword}
      path="/api/auth/change-password"
      initial={{ currentPassword: '', ...empty }}
      texts={{ label: 'Alterar senha', busyLabel: 'Alterando...', ...ofChange }}
      buttonClass="self-start"
    >
      {(control) => (
        <FormPassword
          control={control}
          name="currentPassword"
          label="Senha atual"
          autoComplete="current-password"
          required
        />
      )}
    </NewPasswordForm>
  );
}

/** Chooses the user's own password after a sign-in with a temporary one, without requesting the temporary one again. */
export function FirstPasswordForm({ onChosen }: { onChosen: () => void }) {
  return (
    <NewPasswordForm
      schema={FirstPassword}
      path="/api/auth/first-password"
      initial={empty}
      texts={{ label: 'Salvar a senha', busyLabel: 'Salvando...', ...ofChange }}
      buttonClass="self-start"
      onDone={onChosen}
    />
  );
}

/** Sets a new password with the token of a mailed link. */
export function ResetPasswordForm({ token, onReset }: { token: string; onReset: () => void }) {
  return (
    <NewPasswordForm
      schema={ResetPassword}
      path="/api/auth/reset-password"
      initial={{ token, ...empty }}
      texts={{
        label: 'Redefinir senha',
        busyLabel: 'Redefinindo...',
        success: {
          title: 'Senha redefinida',
          description: 'Sua senha foi redefinida com sucesso! Você já pode fazer login.',
        },
        failure: 'Erro ao redefinir senha',
        refused: 'Por favor, corrija os problemas na senha antes de continuar.',
      }}
      buttonClass="w-full"
      onDone={onReset}
    />
  );
}
