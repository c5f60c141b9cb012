import { z } from 'zod';

/** The contract of uploads: what is sent back at once, and what is followed afterwards. */

export const uploadStatuses = [
  'PENDING',
  'PROCESSING',
  'AWAITING_APPROVAL',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'REVERTED',
] as const;

export const fileSteps = ['esperar', 'ler', 'publicar', 'pronto'] as const;
export const fileOutcomes = ['PUBLISHED', 'UNCHANGED', 'REFUSED'] as const;
const fileKinds = ['MOV', 'FOR', 'EXC'] as const;

export const UploadReceived = z.object({ uploadId: z.string(), message: z.string() });
export type UploadReceived = z.infer<typeof UploadReceived>;

export const UploadFile = z.object({
  /** The number under which the file's rejected lines are kept. */
  id: z.number(),
  name: z.string(),
  kind: z.enum(fileKinds).nullable(),
  /** AAAAMM. */
  month: z.string().nullable(),
  bytes: z.number(),
  textBytes: z.number().nullable(),
  sha256: z.string().nullable(),
  receivedSha256: z.string().nullable(),
  lines: z.number().nullable(),
  accepted: z.number().nullable(),
  rejected: z.number().nullable(),
  step: z.enum(fileSteps),
  progressBytes: z.number(),
  progressLines: z.number(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  outcome: z.enum(fileOutcomes).nullable(),
  message: z.string().nullable(),
});
export type UploadFile = z.infer<typeof UploadFile>;

export const Upload = z.object({
  id: z.string(),
  competencia: z.string().nullable(),
  status: z.enum(uploadStatuses),
  message: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  /** The data release that it made, if any. */
  release: z.number().nullable(),
  fileCount: z.number(),
  files: z.array(UploadFile),
});
export type Upload = z.infer<typeof Upload>;

export const RejectedLines = z.object({
  total: z.number(),
  lines: z.array(
    z.object({ line: z.number(), column: z.string(), reason: z.string(), raw: z.string() }),
  ),
});
export type RejectedLines = z.infer<typeof RejectedLines>;
