import {
  type ChangePassword,
  type CheckPassword,
  type FirstPassword,
  type RequestPasswordReset,
  type ResetPassword,
  PasswordStrength,
} from '../../../shared/contracts/passwords.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { send } from '../../lib/call.ts';
import { showToast } from '../../components/toast.tsx';

export function checkStrength(
  check: CheckPassword,
  signal: AbortSignal,
): Promise<PasswordStrength> {
  return send('POST', '/api/auth/check-password-strength', PasswordStrength, check, { signal });
}

export function changePassword(passwords: ChangePassword): Promise<Done> {
  return send('POST', '/api/auth/change-password', Done, passwords);
}

export function chooseFirstPassword(passwords: FirstPassword): Promise<Done> {
  return send('POST', '/api/auth/first-password', Done, passwords);
}

export function requestReset(request: RequestPasswordReset): Promise<Done> {
  return send('POST', '/api/auth/request-password-reset', Done, request);
}

export function resetPassword(passwords: ResetPassword): Promise<Done> {
  return send('POST', '/api/auth/reset-password', Done, passwords);
}

const unchecked =
  'Não foi possível verificar a força da senha. Confira a sua conexão e envie de novo em instantes; o que você preencheu continua aqui.';

/** Shows why a password was not sent: the server's check rejected it, or could not be reached. */
export function showObstacle(obstacle: 'refused' | 'unchecked', whenRefused: string): void {
  showToast({
    tone: 'danger',
    title: 'Senha inválida',
    description: obstacle === 'refused' ? whenRefused : unchecked,
  });
}
