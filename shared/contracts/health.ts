import { z } from 'zod';

/**
 * `GET /api/health`, no sign-in: 200, or 503 when a part is failing. A part with a `warning` works but needs attention.
 * The message is for people; a healthy part may have none.
 */
export const HealthPart = z.object({
  part: z.string(),
  label: z.string(),
  status: z.enum(['ok', 'warning', 'failing']),
  message: z.string().nullable(),
});
export type HealthPart = z.infer<typeof HealthPart>;

export const HealthAnswer = z.object({
  status: z.enum(['ok', 'failing']),
  parts: z.array(HealthPart),
});
export type HealthAnswer = z.infer<typeof HealthAnswer>;
