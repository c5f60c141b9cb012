import type { LockoutOptions } from '../limits/lockout.ts';

/** Sign-ins: to an account from any address, and from an address to any account. */
export const signInLockout: LockoutOptions = {
  name: 'sign-in',
  what: 'Muitas tentativas de login',
  free: 5,
  maxMinutes: 1,
};

/** Guesses at the current password by a person who uses another user's open session. */
export const passwordChangeLockout: LockoutOptions = {
  name: 'password change',
  what: 'Muitas tentativas de troca de senha',
  free: 5,
  maxMinutes: 5,
};

/** For acts that require the password again. */
export const confirmationLockout: LockoutOptions = {
  name: 'confirmation',
  what: 'Muitas tentativas de confirmar a senha',
  free: 5,
  maxMinutes: 5,
};

/** Mails with a reset link: few per e-mail address, whether or not the account exists. */
export const resetRequestLockout: LockoutOptions = {
  name: 'reset request',
  what: 'Muitos pedidos de recuperação de senha',
  free: 4,
  maxMinutes: 15,
};

/** Attempts on a reset link; the token takes the place of the account. */
export const resetLockout: LockoutOptions = {
  name: 'reset',
  what: 'Muitas tentativas de redefinir a senha',
  free: 10,
  maxMinutes: 5,
};
