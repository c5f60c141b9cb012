import { z } from 'zod';
import { Completeness } from './completeness.ts';
import { Statistics } from './search.ts';
import { fileKinds } from './uploads.ts';

/** Revisions: how much an answer changed since another release and why, and how much months usually change. */

/** Money in reais; with fewer than five records only the count. */
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
  /** Demonstration data, which is not compared with real data. */
  isSynthetic: z.boolean(),
  /** AAAAMM. */
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** Incomplete data are not compared. */
  completeness: Completeness,
  figures: RevisedFigures,
});

/** Why records entered or left an answer, in display order. */
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
  /** The change in the number of records. The figures give the total change over all causes. */
  records: z.number(),
  files: z.array(
    z.object({
      kind: z.enum(fileKinds),
      /** AAAAMM. */
      month: z.string(),
      name: z.string(),
      /** Null for exclusions, which are matched together. */
      records: z.number().nullable(),
    }),
  ),
});
export type RevisionMove = z.infer<typeof RevisionMove>;

export const Revision = z.object({
  before: RevisedAnswer,
  /**
   * Lacks the mean, the amounts that moved, and with fewer than `minForConfidence` records every amount, where so few
   * records changed that both answers together would reveal their pay. A saved search keeps its median, which the list
   * shows; if it moved, neither answer has a mean or quartiles.
   */
  now: RevisedAnswer,
  /** Whether amounts of `now` are suppressed for that reason. */
  isChangeSuppressed: z.boolean(),
  /** Null where the earlier release's lines are no longer stored: only its figures are known. */
  moves: z.array(RevisionMove).nullable(),
});
export type Revision = z.infer<typeof Revision>;

/** A change as a share of the movements declared in time, 0.01 for 1 %. */
const share = z.number();

/** Months that were followed for this delay, and how far they had changed by then: minimum, median and maximum. */
export const RevisionBand = z.object({
  /** Months after the month of movement. */
  delay: z.number(),
  months: z.number(),
  /** Null with fewer months than a band requires. */
  lowest: share.nullable(),
  median: share.nullable(),
  highest: share.nullable(),
});
export type RevisionBand = z.infer<typeof RevisionBand>;

/** Minimum months of loaded history for a band. */
export const minForBand = 3;
/** Maximum delay of a late declaration, in months after its month. */
export const maxDelay = 12;

export const MonthRevisions = z.object({
  release: z.number().nullable(),
  isSynthetic: z.boolean(),
  /** Newest month first. */
  months: z.array(
    z.object({
      month: z.string(),
      /** Admissions declared in time. */
      declared: z.number(),
      /** From one month of delay on, admissions with late declarations and exclusions, up to the first missing file. */
      admissions: z.array(z.number()),
      /**
       * The change that the last of these counts still expects until the longest delay, as a share of it, with 95 %
       * probability. Null for a month that reached the longest delay or lacks a file, and with less than 13 months of
       * history.
       */
      expected: z.object({ lower: share, upper: share }).nullable(),
    }),
  ),
  /** One per delay that at least one month reached. */
  bands: z.array(RevisionBand),
});
export type MonthRevisions = z.infer<typeof MonthRevisions>;
