import { z } from 'zod';
import { roles } from '../codes/roles.ts';
import { codeField } from './second-factor.ts';
import { keysOf } from '../codes/keys.ts';

export const LoginRequest = z.strictObject({
  email: z
    .string('Informe o e-mail.')
    .trim()
    .min(1, 'Informe o e-mail.')
    .max(254)
    .regex(/^\P{Cc}*$/u, 'Email inválido'),
  password: z.string('Informe a senha.').min(1, 'Informe a senha.').max(200),
  /** Of who has a second factor (shared/contracts/second-factor.ts). */
  code: codeField.optional(),
});
export type LoginRequest = z.infer<typeof LoginRequest>;

/** How long a session lasts; using it does not prolong it. Unused for `SESSION_IDLE_HOURS` it ends earlier. */
export const sessionHours = 24;

/** So many sessions a person has at once; one more ends the one that was not used for longest. */
export const mostSessions = 20;

/** The signed-in person, as `GET /api/user` and `POST /api/login` answer. */
export const CurrentUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(keysOf(roles)),
  companyId: z.string().nullable(),
  isActive: z.boolean(),
  /** The password is temporary: until another is chosen every other call answers 403 `must_change_password`. */
  mustChangePassword: z.boolean(),
  /** An administrator who must have a second factor and has none: other calls answer 403 `must_set_second_factor`. */
  mustSetSecondFactor: z.literal(true).optional(),
  /** Has no password here: an OpenID provider says who it is (shared/contracts/provider.ts). */
  signsInElsewhere: z.literal(true).optional(),
  /** Until then this session may do what others confirm by a password. */
  confirmedUntil: z.string().optional(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;
