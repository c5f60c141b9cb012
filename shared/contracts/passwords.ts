import { z } from 'zod';
import { emailField } from './people-fields.ts';

/**
 * Passwords: rules and messages of SPEC §5, levels of §9, and the contracts of changing, choosing and resetting one.
 * All of them may return 429 or 503 with `Retry-After`. Changing or resetting ends every session of the user; the
 * session that made the change gets a new cookie. A request for a link is answered equally with and without an account.
 *
 * The server rejects a password of level "Muito Fraca" even if it meets the rules: it is among the first that an
 * attacker would try. `isValid` is false for it too, so a form that waits for `isValid` never meets the rejection.
 */

const maxPasswordLength = 200;

/** How long a temporary password can open a session, in hours. */
export const temporaryPasswordHours = 72;

const rules: readonly (readonly [isMet: (password: string) => boolean, demand: string])[] = [
  [(password) => password.length >= 8, 'deve ter no mínimo 8 caracteres'],
  [
    (password) => password.length <= maxPasswordLength,
    `deve ter no máximo ${maxPasswordLength} caracteres`,
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

/** Every rule that a password breaks, as a Portuguese sentence; empty for a valid password. */
export function passwordProblems(
  password: string,
  subject: PasswordSubject = 'Nova senha',
): string[] {
  return rules.flatMap(([isMet, demand]) => (isMet(password) ? [] : [`${subject} ${demand}`]));
}

/** The rejection of a password that meets the rules but is among the first to be guessed. */
export const tooGuessable = (subject: PasswordSubject) =>
  `${subject} é fácil demais de adivinhar: escolha uma menos comum`;

/** Schema of a password that meets the rules; each broken rule is an issue, in the order of the rules. */
export function chosenPassword(subject: PasswordSubject, whenMissing: string) {
  return z
    .string(whenMissing)
    .max(10_000, `${subject} deve ter no máximo ${maxPasswordLength} caracteres`)
    .superRefine((password, context) => {
      for (const problem of passwordProblems(password, subject)) context.addIssue(problem);
    });
}

const typedPassword = z
  .string('Senha atual é obrigatória')
  .min(1, 'Senha atual é obrigatória')
  .max(maxPasswordLength, 'Senha atual incorreta');

const newPassword = chosenPassword('Nova senha', 'Nova senha deve ter no mínimo 8 caracteres');
const confirmPassword = z
  .string('Confirmação de senha não confere')
  .max(10_000, 'Confirmação de senha não confere');

const isConfirmed = (chosen: { newPassword: string; confirmPassword: string }) =>
  chosen.newPassword === chosen.confirmPassword;
/** Reported together with other problems: a refinement of the whole object would run only when every field is valid. */
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
  /** The token of a mailed link: the check then uses the words of the link's user, as setting the password will. */
  token: z.string().max(200).optional(),
});

/** The levels from the weakest, each with the strength that it stays below (SPEC §9: 30, 50, 70, 90). */
export const strengthLevels = [
  { level: 'Muito Fraca', below: 30 },
  { level: 'Fraca', below: 50 },
  { level: 'Média', below: 70 },
  { level: 'Forte', below: 90 },
  { level: 'Muito Forte', below: Number.POSITIVE_INFINITY },
] as const;
export type StrengthLevel = (typeof strengthLevels)[number]['level'];

export const levelOf = (strength: number): StrengthLevel =>
  strengthLevels.find(({ below }) => strength < below)?.level ?? 'Muito Forte';

export const PasswordStrength = z.object({
  /** 0 to 100, whole. */
  strength: z.number(),
  level: z.enum(strengthLevels.map(({ level }) => level)),
  /** Hints for a better password; sentences. */
  feedback: z.array(z.string()),
  /** Why the password is rejected; sentences. Empty exactly when `isValid`. */
  errors: z.array(z.string()),
  isValid: z.boolean(),
});
export type PasswordStrength = z.infer<typeof PasswordStrength>;
