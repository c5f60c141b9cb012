import { z } from 'zod';

/**
 * The second step of signing in: a code of an authenticator app (TOTP, RFC 6238), or one of the recovery codes.
 *
 *   GET  /api/my-second-factor          signed in  → 200 MySecondFactor
 *   POST /api/my-second-factor/begin    signed in  Confirmation → 200 NewSecondFactor; 400 `wrong_password` field password
 *   POST /api/my-second-factor/confirm  signed in  SecondFactorCode → 200 RecoveryCodes; 400 `wrong_code` field code
 *        409 `second_factor_on` where it is on already
 *   POST /api/my-second-factor/recovery-codes  signed in  Confirmation → 200 RecoveryCodes, in place of the earlier ones;
 *        409 `second_factor_off`
 *   POST /api/my-second-factor/remove   signed in  Confirmation → 200 Done; 400; 409 `second_factor_required`
 *   POST /api/admin/users/:id/remove-second-factor  ADMIN  Confirmation → 200 Done
 *
 * A person who has one signs in with `code` beside e-mail and password; without it a right password answers 401
 * `code_required`, and with a wrong one 401 `wrong_code`. After ten wrong codes in 24 hours only recovery codes open
 * (429 `too_many_codes`); the owner gets a mail at the fifth.
 */

export const MySecondFactor = z.object({
  isOn: z.boolean(),
  /** Administrators must have one here. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.number(),
});
export type MySecondFactor = z.infer<typeof MySecondFactor>;

export const NewSecondFactor = z.object({
  /** Base 32, to be typed where no camera is. */
  secret: z.string(),
  /** `otpauth://…`, for the QR code. */
  uri: z.string(),
});
export type NewSecondFactor = z.infer<typeof NewSecondFactor>;

const missing = 'Informe o código.';

/** Spaces and hyphens do not matter. */
export const codeField = z
  .string(missing)
  .max(60, 'Código incorreto')
  .transform((code) => code.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().min(1, missing));

export const SecondFactorCode = z.strictObject({ code: codeField });
export type SecondFactorCode = z.infer<typeof SecondFactorCode>;

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
