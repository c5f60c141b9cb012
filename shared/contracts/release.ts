import { z } from 'zod';
import { wholeIn } from './people-fields.ts';
import { fileKinds } from './uploads.ts';

/** The published data and its releases. */

/** The response of `GET /api/release` to any signed-in user; `number` is null while nothing is published. */
export const ReleaseSummary = z.object({
  number: z.number().nullable(),
  publishedAt: z.string().nullable(),
  isSynthetic: z.boolean(),
  /** Months (AAAAMM) with movements, ascending. */
  months: z.array(z.string()),
  /** The first month with movements declared in time (MOV): the default period begins no earlier. */
  firstMonth: z.string().nullable(),
  /** The last month with movements declared in time (MOV). */
  lastMonth: z.string().nullable(),
  /** The last 13 months up to `lastMonth`, newest first, with the files that the release has for each. */
  recentMonths: z.array(
    z.object({
      month: z.string(),
      files: z.array(
        z.object({
          kind: z.enum(fileKinds),
          /** When this version of the file was first published. */
          publishedAt: z.string(),
        }),
      ),
    }),
  ),
  /** When MTE is expected to publish the next month: an estimate, never a date from MTE. */
  nextPublication: z
    .object({ month: z.string(), expectedOn: z.iso.date(), note: z.string() })
    .nullable(),
});
export type ReleaseSummary = z.infer<typeof ReleaseSummary>;

const ReleaseFile = z.object({
  kind: z.enum(fileKinds),
  month: z.string(),
  name: z.string(),
  uploadId: z.string(),
  /** Of the unpacked text; null if unknown. */
  sha256: z.string().nullable(),
});

export const ReleaseEntry = z.object({
  number: z.number(),
  publishedAt: z.string(),
  isSynthetic: z.boolean(),
  isCurrent: z.boolean(),
  /** Whether it can be made current again: it is not current, and retention has not removed it. */
  canRestore: z.boolean(),
  /** When retention removed its rows. */
  removedAt: z.string().nullable(),
  uploadId: z.string(),
  /** The user who sent the upload; null for the command line, the source and the demonstration. */
  publishedBy: z.string().nullable(),
  /** The release that it is based on. */
  base: z.number().nullable(),
  fileCount: z.number(),
  newFiles: z.array(ReleaseFile),
  /** Each time the release was made current again, newest first. */
  restorations: z.array(
    z.object({
      at: z.string(),
      by: z.string().nullable(),
      reason: z.string(),
      /** The release that was current before. */
      from: z.number(),
    }),
  ),
});
export type ReleaseEntry = z.infer<typeof ReleaseEntry>;

export const ReleasesPage = z.object({ releases: z.array(ReleaseEntry), total: z.number() });
export type ReleasesPage = z.infer<typeof ReleasesPage>;

export const RestoreRelease = z.strictObject({
  reason: z
    .string('Informe o motivo.')
    .trim()
    .min(5, 'Informe o motivo, com ao menos 5 caracteres.')
    .max(500, 'Use até 500 caracteres no motivo.'),
});
export type RestoreRelease = z.infer<typeof RestoreRelease>;

/** The daily task removes releases beyond these limits, but never the current one. */
export const ReleaseRetention = z.strictObject({
  /** Number of newest releases to keep. */
  keepLast: wholeIn(1, 1000),
  /** Number of past months of which the last release published in the month is also retained. */
  keepMonths: wholeIn(0, 1200),
});
export type ReleaseRetention = z.infer<typeof ReleaseRetention>;

/** The whole history loaded at once makes 246 releases: those with receipts from before it stay. */
export const defaultReleaseRetention: ReleaseRetention = { keepLast: 300, keepMonths: 1200 };
