import { z } from 'zod';
import { Statistics } from './search.ts';
import { fileKinds } from './uploads.ts';

/**
 * What came later: by how much an answer of another release moved and what moved it, and how far months usually move.
 *
 *   GET /api/receipts/{id}/revision  signed in → 200 Revision, of the receipt's months; 404 unknown_receipt
 *   GET /api/saved/{id}/revision     signed in → 200 Revision, since the reader saw it last; 404 unknown_search
 *   GET /api/integrity/revisions     signed in → 200 MonthRevisions
 */

/** Money in reais; of fewer than five records the count alone. */
export const RevisedFigures = Statistics.pick({
  count: true,
  average: true,
  p25: true,
  median: true,
  p75: true,
});
export type RevisedFigures = z.infer<typeof RevisedFigures>;

const RevisedAnswer = z.object({
  /** Null while nothing was published. */
  release: z.number().nullable(),
  /** AAAAMM. */
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  figures: RevisedFigures,
});

/** Why records entered or left an answer, in the order in which they are told. */
export const revisionCauses = [
  'periodo',
  'mes_novo',
  'mes_republicado',
  'mes_retirado',
  'fora_do_prazo',
  'exclusoes',
] as const;
export type RevisionCause = (typeof revisionCauses)[number];

export const RevisionMove = z.object({
  cause: z.enum(revisionCauses),
  /** By how many the count moved; what all causes moved it by is what the figures say. */
  records: z.number(),
  files: z.array(
    z.object({
      kind: z.enum(fileKinds),
      /** AAAAMM. */
      month: z.string(),
      name: z.string(),
      /** Null of exclusions, which are matched together. */
      records: z.number().nullable(),
    }),
  ),
});
export type RevisionMove = z.infer<typeof RevisionMove>;

export const Revision = z.object({
  before: RevisedAnswer,
  /**
   * Without the mean, of fewer than `fewestForConfidence` records without any amount, where so few records changed that
   * both answers together would give back what these earn.
   */
  now: RevisedAnswer,
  /** Whether amounts of `now` are suppressed for that reason. */
  isChangeSuppressed: z.boolean(),
  /** Null where the earlier release's lines are no longer kept: its figures are all that is known. */
  moves: z.array(RevisionMove).nullable(),
});
export type Revision = z.infer<typeof Revision>;

/** A change as a share of what was declared in time, 0.01 for 1 %. */
const share = z.number();

/** Months that were followed for so long, and how far they had moved by then: least, in the middle and most. */
export const RevisionBand = z.object({
  /** Months after the month of movement. */
  delay: z.number(),
  months: z.number(),
  /** Null with fewer months than a band needs. */
  lowest: share.nullable(),
  median: share.nullable(),
  highest: share.nullable(),
});
export type RevisionBand = z.infer<typeof RevisionBand>;

/** Below so many months the loaded history supports no band. */
export const fewestForBand = 3;
/** A late declaration may come so many months after its month. */
export const longestDelay = 12;

export const MonthRevisions = z.object({
  release: z.number().nullable(),
  isSynthetic: z.boolean(),
  /** Newest month first. */
  months: z.array(
    z.object({
      month: z.string(),
      /** Admissions declared in time. */
      declared: z.number(),
      /** From one month of delay on, admissions with late declarations and exclusions; ends where a file lacks. */
      admissions: z.array(z.number()),
    }),
  ),
  /** One a delay that at least one month reached. */
  bands: z.array(RevisionBand),
});
export type MonthRevisions = z.infer<typeof MonthRevisions>;
