import { z } from 'zod';

/** The published data, as `GET /api/release` tells any signed-in user; `number` is null while nothing is published. */
export const ReleaseSummary = z.object({
  number: z.number().nullable(),
  publishedAt: z.string().nullable(),
  isSynthetic: z.boolean(),
  /** Months (AAAAMM) that have movements, ascending. */
  months: z.array(z.string()),
});
export type ReleaseSummary = z.infer<typeof ReleaseSummary>;
