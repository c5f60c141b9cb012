import { z } from 'zod';
import { roles } from '../codes/roles.ts';
import { codeField } from './second-factor.ts';
import { keysOf } from '../codes/keys.ts';

export const LoginRequest = z.strictObject({
  email: z
    .string('Informe o e-mail.')
    .trim()
    .min(1, 'Informe o e-mail.')
    .max(254, 'Email inválido')
    .regex(/^\P{Cc}*$/u, 'Email inválido'),
  password: z
    .string('Informe a senha.')
    .min(1, 'Informe a senha.')
    .max(200, 'Usuário ou senha inválidos'),
  /** Required from a user with a second factor (shared/contracts/second-factor.ts). */
  code: codeField.optional(),
});
export type LoginRequest = z.infer<typeof LoginRequest>;

/** Lifetime of a session; use does not extend it. A session idle for `SESSION_IDLE_HOURS` ends earlier. */
export const sessionHours = 24;

/** Maximum simultaneous sessions per user; one more ends the least recently used one. */
export const maxSessions = 20;

/** The signed-in user, as `GET /api/user` and `POST /api/login` return it. */
export const CurrentUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(keysOf(roles)),
  companyId: z.string().nullable(),
  isActive: z.boolean(),
  /** The password is temporary: until the user chooses another, every other call returns 403 `must_change_password`. */
  mustChangePassword: z.boolean(),
  /** A required second factor is missing for this administrator: other calls return 403 `must_set_second_factor`. */
  mustSetSecondFactor: z.literal(true).optional(),
  /** The user has no password here: an OpenID provider authenticates the user (shared/contracts/provider.ts). */
  signsInElsewhere: z.literal(true).optional(),
  /** Until then this session may do acts that otherwise need a password confirmation. */
  confirmedUntil: z.string().optional(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;
