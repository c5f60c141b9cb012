import { z } from 'zod';
import { Completeness } from './completeness.ts';

/**
 * A small real answer for the front door.
 *
 *   GET /api/showcase   anyone   → 200 Showcase | null (null while nothing is published, and where the
 *                                     months of a usual search are incomplete)
 */
export const Showcase = z
  .object({
    occupation: z.object({ cbo: z.string(), titulo: z.string() }),
    /** AAAAMM, both included. */
    period: z.object({ from: z.string(), to: z.string() }),
    /** Of the period's months: an example is of complete data. */
    completeness: Completeness,
    /** Demonstration figures must be marked so wherever they are shown. */
    isSynthetic: z.boolean(),
    /** Reais; the same exact figures that the search gives for this occupation. */
    statistics: z.object({
      count: z.number(),
      average: z.number(),
      median: z.number(),
      p10: z.number(),
      p25: z.number(),
      p75: z.number(),
      p90: z.number(),
    }),
    /** Equal steps of pay from p5 to p95 or so; the last and the first hold what lies beyond. */
    histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })),
  })
  .nullable();
export type Showcase = z.infer<typeof Showcase>;
