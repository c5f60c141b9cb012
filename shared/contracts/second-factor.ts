import { z } from 'zod';

/**
 * The second step of signing in: a code of an authenticator app (TOTP, RFC 6238), or one of the recovery codes. A user
 * with a second factor signs in with `code` in addition to e-mail and password. With a correct password, a missing code
 * returns 401 `code_required` and a wrong code 401 `wrong_code`. After ten wrong codes in 24 hours only recovery codes
 * are accepted (429 `too_many_codes`); the server mails the owner at the fifth.
 */

export const MySecondFactor = z.object({
  isOn: z.boolean(),
  /** Whether this installation requires it of administrators. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.number(),
});
export type MySecondFactor = z.infer<typeof MySecondFactor>;

export const NewSecondFactor = z.object({
  /** Base 32, for typing where there is no camera. */
  secret: z.string(),
  /** `otpauth://…`, for the QR code. */
  uri: z.string(),
});
export type NewSecondFactor = z.infer<typeof NewSecondFactor>;

const missing = 'Informe o código.';

/** Spaces and hyphens are ignored. */
export const codeField = z
  .string(missing)
  .max(60, 'Código incorreto')
  .transform((code) => code.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().min(1, missing));

export const SecondFactorCode = z.strictObject({ code: codeField });

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
