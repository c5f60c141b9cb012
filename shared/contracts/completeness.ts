import { z } from 'zod';

/**
 * Whether the main file (MOV) of each month of a query is loaded. Every response with figures carries it. Any state
 * other than `complete` is incomplete data: figures appear under a notice, without verdicts, ranks, ratios and
 * headlines.
 */
const completenessStates = ['complete', 'partial', 'late_only'] as const;

export const Completeness = z.object({
  /** `late_only`: no month has its MOV file, only late declarations (FOR). */
  state: z.enum(completenessStates),
  /** Number of months in the query, up to the last month of any published file. */
  months: z.number(),
  /** Months without their MOV file: AAAAMM, ascending. */
  withoutMov: z.array(z.string()),
});
export type Completeness = z.infer<typeof Completeness>;
