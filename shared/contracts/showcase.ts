import { z } from 'zod';
import { Completeness } from './completeness.ts';

/**
 * A small example from real figures, for the landing page. Null while nothing is published, and where the months of a
 * usual search are incomplete.
 */
export const Showcase = z
  .object({
    occupation: z.object({ cbo: z.string(), titulo: z.string() }),
    /** AAAAMM, both included. */
    period: z.object({ from: z.string(), to: z.string() }),
    /** Completeness of the period's months: an example always has complete data. */
    completeness: Completeness,
    /** Demonstration figures must be marked as such wherever they appear. */
    isSynthetic: z.boolean(),
    /** Reais; exactly the figures that a search returns for this occupation. */
    statistics: z.object({
      count: z.number(),
      average: z.number(),
      median: z.number(),
      p10: z.number(),
      p25: z.number(),
      p75: z.number(),
      p90: z.number(),
    }),
    /** Equal salary bins from about p5 to p95; the first and the last also contain what lies beyond. */
    histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })),
  })
  .nullable();
export type Showcase = z.infer<typeof Showcase>;
