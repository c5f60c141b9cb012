import type {
  ChangePassword,
  CheckPassword,
  FirstPassword,
  RequestPasswordReset,
  ResetPassword,
} from '../../../shared/contracts/passwords.ts';
import { PasswordStrength } from '../../../shared/contracts/passwords.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { send } from '../../lib/call.ts';

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
