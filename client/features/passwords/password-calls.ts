import {
  ChangePassword,
  CheckPassword,
  PasswordStrength,
  RequestPasswordReset,
  ResetPassword,
} from '../../../shared/contracts/passwords.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { call } from '../../lib/call.ts';

export function checkStrength(
  check: CheckPassword,
  signal: AbortSignal,
): Promise<PasswordStrength> {
  return call(
    {
      method: 'POST',
      path: '/api/auth/check-password-strength',
      response: PasswordStrength,
      body: CheckPassword,
    },
    { body: check, signal },
  );
}

export function changePassword(passwords: ChangePassword): Promise<Done> {
  return call(
    {
      method: 'POST',
      path: '/api/auth/change-password',
      response: Done,
      body: ChangePassword,
    },
    { body: passwords },
  );
}

export function requestReset(request: RequestPasswordReset): Promise<Done> {
  return call(
    {
      method: 'POST',
      path: '/api/auth/request-password-reset',
      response: Done,
      body: RequestPasswordReset,
    },
    { body: request },
  );
}

export function resetPassword(passwords: ResetPassword): Promise<Done> {
  return call(
    { method: 'POST', path: '/api/auth/reset-password', response: Done, body: ResetPassword },
    { body: passwords },
  );
}
