import { z } from 'zod';
import { emailField } from './people-fields.ts';

/**
 * Passwords: rules and messages of SPEC §5, levels of §9, and the contracts of
 *
 *   POST /api/auth/check-password-strength  anyone     CheckPassword → 200 PasswordStrength
 *   POST /api/auth/change-password          signed in  ChangePassword → 200 Done, renewed cookie
 *        400 field newPassword or confirmPassword, 400 `wrong_password` field currentPassword
 *   POST /api/auth/first-password           signed in  FirstPassword → 200 Done, renewed cookie: takes the place of a
 *        temporary password, which the session was opened with and is not typed again; 409 `not_temporary`
 *   POST /api/auth/request-password-reset   anyone     RequestPasswordReset → 200 Done, whether or not it exists
 *   POST /api/auth/reset-password           anyone     ResetPassword → 200 Done
 *        400 `invalid_token` field token, 400 field newPassword or confirmPassword
 *
 * All of them may answer 429 or 503 with `Retry-After`. Changing or resetting ends every session of the person;
 * the one that changed it gets a new cookie.
 *
 * A password of level "Muito Fraca" is refused although it meets the rules: it is among those that anyone would
 * try first. `isValid` says so too, so a form that waits for it never meets the refusal.
 */

const longestPassword = 200;

/** So long a temporary password opens a session. */
export const temporaryPasswordHours = 72;

const rules: readonly (readonly [isMet: (password: string) => boolean, demand: string])[] = [
  [(password) => password.length >= 8, 'deve ter no mínimo 8 caracteres'],
  [
    (password) => password.length <= longestPassword,
    `deve ter no máximo ${longestPassword} caracteres`,
  ],
  [(password) => /\p{Lu}/u.test(password), 'deve conter pelo menos uma letra maiúscula'],
  [(password) => /\p{Ll}/u.test(password), 'deve conter pelo menos uma letra minúscula'],
  [(password) => /\d/.test(password), 'deve conter pelo menos um número'],
  [
    (password) => /[^\p{L}\p{N}\p{M}]/u.test(password),
    'deve conter pelo menos um caractere especial',
  ],
];

export type PasswordSubject = 'Nova senha' | 'Senha temporária';

/** Every rule that a password breaks, as a Portuguese sentence; none for one that may be chosen. */
export function passwordProblems(
  password: string,
  subject: PasswordSubject = 'Nova senha',
): string[] {
  return rules.flatMap(([isMet, demand]) => (isMet(password) ? [] : [`${subject} ${demand}`]));
}

/** The refusal of a password that meets the rules but is among the first to be guessed. */
export const tooGuessable = (subject: PasswordSubject) =>
  `${subject} é fácil demais de adivinhar: escolha uma menos comum`;

/** A password that meets the rules; each broken one is an issue, in the order of the rules. */
export function chosenPassword(subject: PasswordSubject, whenMissing: string) {
  return z
    .string(whenMissing)
    .max(10_000, `${subject} deve ter no máximo ${longestPassword} caracteres`)
    .superRefine((password, context) => {
      for (const problem of passwordProblems(password, subject)) context.addIssue(problem);
    });
}

const typedPassword = z
  .string('Senha atual é obrigatória')
  .min(1, 'Senha atual é obrigatória')
  .max(longestPassword, 'Senha atual incorreta');

const newPassword = chosenPassword('Nova senha', 'Nova senha deve ter no mínimo 8 caracteres');
const confirmPassword = z
  .string('Confirmação de senha não confere')
  .max(10_000, 'Confirmação de senha não confere');

const isConfirmed = (chosen: { newPassword: string; confirmPassword: string }) =>
  chosen.newPassword === chosen.confirmPassword;
/** Told beside what else is wrong: by itself a refinement of the whole waits until every field is right. */
const notConfirmed = {
  message: 'Confirmação de senha não confere',
  path: ['confirmPassword'],
  when: ({ value }: { value: unknown }) => TypedPasswords.safeParse(value).success,
};
const TypedPasswords = z.object({ newPassword: z.string(), confirmPassword: z.string() });

export const ChangePassword = z
  .strictObject({ currentPassword: typedPassword, newPassword, confirmPassword })
  .refine(isConfirmed, notConfirmed);
export type ChangePassword = z.infer<typeof ChangePassword>;

export const FirstPassword = z
  .strictObject({ newPassword, confirmPassword })
  .refine(isConfirmed, notConfirmed);
export type FirstPassword = z.infer<typeof FirstPassword>;

export const RequestPasswordReset = z.strictObject({ email: emailField });
export type RequestPasswordReset = z.infer<typeof RequestPasswordReset>;

export const ResetPassword = z
  .strictObject({
    token: z
      .string('Token é obrigatório')
      .trim()
      .min(1, 'Token é obrigatório')
      .max(200, 'Token inválido ou expirado. Solicite um novo reset de senha.'),
    newPassword,
    confirmPassword,
  })
  .refine(isConfirmed, notConfirmed);
export type ResetPassword = z.infer<typeof ResetPassword>;

export const CheckPassword = z.strictObject({
  password: z.string().max(10_000),
  /** Of a mailed link: the words of the person who follows it count, as they will when the password is set. */
  token: z.string().max(200).optional(),
});
export type CheckPassword = z.infer<typeof CheckPassword>;

/** The levels from the weakest, each below a strength (SPEC §9: 30, 50, 70, 90). */
export const strengthLevels = [
  { level: 'Muito Fraca', below: 30 },
  { level: 'Fraca', below: 50 },
  { level: 'Média', below: 70 },
  { level: 'Forte', below: 90 },
  { level: 'Muito Forte', below: Number.POSITIVE_INFINITY },
] as const;
export type StrengthLevel = (typeof strengthLevels)[number]['level'];

/** The level of a strength from 0 to 100. */
export const levelOf = (strength: number): StrengthLevel =>
  strengthLevels.find(({ below }) => strength < below)?.level ?? 'Muito Forte';

export const PasswordStrength = z.object({
  /** 0 to 100, whole. */
  strength: z.number(),
  level: z.enum(['Muito Fraca', 'Fraca', 'Média', 'Forte', 'Muito Forte']),
  /** Hints for a better one; sentences. */
  feedback: z.array(z.string()),
  /** Why it may not be chosen; sentences. Empty exactly when `isValid`. */
  errors: z.array(z.string()),
  isValid: z.boolean(),
});
export type PasswordStrength = z.infer<typeof PasswordStrength>;
