import { z } from 'zod';

/**
 * What changed in a reader's saved searches from the month before to the newest month: only changes that chance alone
 * does not explain, tested together over all saved searches of the installation. Searches with a fixed period take no
 * part. The mail to followers has the same sentences; to open its link ends nothing, only the button there does.
 */

/** Reais. */
const Move = z.object({ before: z.number(), now: z.number() });

/** The change of one saved search, as stored. Months are AAAAMM. */
export const MonthChange = z.object({
  month: z.string(),
  before: z.string(),
  /** The data release; null in changes that earlier versions stored, which are not shown. */
  release: z.number().nullable().default(null),
  /** Null with fewer than 30 effective records in a month. */
  medians: Move.nullable(),
  isBeyondChance: z.boolean(),
  /** Whether salaries that rose as the minimum wage did explain the change. */
  followsMinimumWage: z.boolean(),
});
export type MonthChange = z.infer<typeof MonthChange>;

export const MonthDigest = z.object({
  month: z.string(),
  before: z.string(),
  /** Null if the minimum wage is the same in both months. */
  minimumWage: Move.nullable(),
  /** By name. */
  changes: z.array(
    z.object({ id: z.string(), name: z.string(), medians: Move, followsMinimumWage: z.boolean() }),
  ),
});
export type MonthDigest = z.infer<typeof MonthDigest>;

/** Null while no change was computed. */
export const DigestAnswer = z.object({ digest: MonthDigest.nullable() });

export const FollowSaved = z.strictObject({ isFollowed: z.boolean() });

/** The token of a mail's link. It ends all of its owner's notices and does nothing else. */
export const Unsubscribe = z.strictObject({
  token: z.string().max(120, 'Este link não é válido.').default(''),
});
