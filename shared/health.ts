import { z } from 'zod';

/** The state of one part of the product; the message is for people and null when the part is well. */
export const HealthPart = z.object({
  part: z.string(),
  label: z.string(),
  status: z.enum(['ok', 'failing']),
  message: z.string().nullable(),
});
export type HealthPart = z.infer<typeof HealthPart>;

export const HealthAnswer = z.object({
  status: z.enum(['ok', 'failing']),
  parts: z.array(HealthPart),
});
export type HealthAnswer = z.infer<typeof HealthAnswer>;
