import { z } from 'zod';
import { keysOf } from '../codes/keys.ts';
import { maxInteger, pageQuery } from './people-fields.ts';

/**
 * The contract of uploads: the immediate response, and the later progress. The event stream has `uploads`, at once,
 * with all uploads in progress or waiting for approval, and then `upload` with each Upload that changes. It reads the
 * database rows, so any process can serve it and a reloaded page starts from the current state. The server sends a
 * comment every 15 seconds; it ends a stream after some minutes and the browser's EventSource reconnects.
 */

export const uploadStatusLabels = {
  PENDING: 'Na fila',
  PROCESSING: 'Processando',
  AWAITING_APPROVAL: 'Aguarda aprovação',
  COMPLETED: 'Concluído',
  FAILED: 'Falhou',
  CANCELLED: 'Cancelado',
  REVERTED: 'Revertido',
} as const;
export type UploadStatus = keyof typeof uploadStatusLabels;
export const uploadStatuses = keysOf(uploadStatusLabels);

/** Final statuses: nothing happens to such an upload without a new request. */
export const endedStatuses: ReadonlySet<UploadStatus> = new Set([
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'REVERTED',
]);

/** The steps of a file, in order, with their display texts. The text is unpacked while it is read. */
export const fileStepLabels = {
  esperar: 'Na fila',
  receber: 'Receber',
  ler: 'Descompactar e ler',
  validar: 'Validar',
  conferir: 'Conferir',
  publicar: 'Publicar',
  pronto: 'Pronto',
} as const;
export type FileStep = keyof typeof fileStepLabels;
const fileSteps = keysOf(fileStepLabels);

const uploadOrigins = ['web', 'command', 'source', 'demonstration'] as const;
export type UploadOrigin = (typeof uploadOrigins)[number];

const fileOutcomes = ['PUBLISHED', 'UNCHANGED', 'REFUSED'] as const;
export type FileOutcome = (typeof fileOutcomes)[number];

/** A month's three files, with their display texts. */
export const fileKindLabels = {
  MOV: 'Movimentações no prazo',
  FOR: 'Movimentações fora do prazo',
  EXC: 'Movimentações excluídas',
} as const;
export type FileKind = keyof typeof fileKindLabels;
export const fileKinds = keysOf(fileKindLabels);

export const UploadReceived = z.object({ uploadId: z.string(), message: z.string() });
export type UploadReceived = z.infer<typeof UploadReceived>;

/** The progress of a step; unknown values are null. */
export const StepPace = z.object({
  /** From 0 to 1. */
  share: z.number().nullable(),
  bytesPerSecond: z.number().nullable(),
  linesPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
});
export type StepPace = z.infer<typeof StepPace>;

/** Wall time of each finished step, in milliseconds. */
export const StepTimes = z.partialRecord(z.enum(fileSteps), z.number());
export type StepTimes = z.infer<typeof StepTimes>;

/** The milliseconds of all finished steps: without the time for which a file waits. */
export const timeOfSteps = (times: StepTimes): number =>
  Object.values(times).reduce((sum, own) => sum + own, 0);

export const UploadFile = z.object({
  /** The id under which the file's rejected lines are stored. */
  id: z.number(),
  name: z.string(),
  kind: z.enum(fileKinds).nullable(),
  /** AAAAMM. */
  month: z.string().nullable(),
  /** As received, packed or not; for a file that is still to be fetched, 0 until known. */
  bytes: z.number(),
  textBytes: z.number().nullable(),
  sha256: z.string().nullable(),
  receivedSha256: z.string().nullable(),
  lines: z.number().nullable(),
  accepted: z.number().nullable(),
  rejected: z.number().nullable(),
  step: z.enum(fileSteps),
  /** Bytes of the current step: of the download in `receber`, of the text in `ler`. */
  progressBytes: z.number(),
  progressLines: z.number(),
  /** Pace of the current step; null without one. */
  pace: StepPace.nullable(),
  stepTimes: StepTimes,
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  outcome: z.enum(fileOutcomes).nullable(),
  message: z.string().nullable(),
});
export type UploadFile = z.infer<typeof UploadFile>;

/** The reason code of an upload that would publish a month without its main file. */
export const withoutMovCode = 'semMov';

export const UploadReason = z.object({
  /** The exceeded limit of LoadLimits, or `withoutMovCode`. */
  code: z.string(),
  file: z.number(),
  /** A Portuguese sentence with the figures. */
  message: z.string(),
  /** The month is already published without its main file: this reason does not hold the upload. */
  isAlreadyPublished: z.literal(true).optional(),
});
export type UploadReason = z.infer<typeof UploadReason>;

export const Upload = z.object({
  id: z.string(),
  origin: z.enum(uploadOrigins),
  /** The user who sent it; null for the command line, the source's daily check and the demonstration. */
  createdBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  competencia: z.string().nullable(),
  status: z.enum(uploadStatuses),
  message: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  /** The data release that it produced, if any. */
  release: z.number().nullable(),
  /** A cancellation was requested and has not finished. */
  isCancelling: z.boolean(),
  /** Which of the calls would succeed now. */
  canCancel: z.boolean(),
  canRetry: z.boolean(),
  canApprove: z.boolean(),
  /** The release that its comparison used; null without a comparison. */
  comparedWith: z.number().nullable(),
  hasComparison: z.boolean(),
  /** Why the upload waits, or waited, for an administrator, or is published as incomplete. */
  reasons: z.array(UploadReason),
  fileCount: z.number(),
  files: z.array(UploadFile),
});
export type Upload = z.infer<typeof Upload>;

/** Status text of an upload: a published one that left a month without its main file states so. */
export const uploadStatusText = ({ status, reasons }: Pick<Upload, 'status' | 'reasons'>): string =>
  isPublishedIncomplete({ status, reasons }) ? 'Publicado, incompleto' : uploadStatusLabels[status];

/** Whether it published a month without its main file (MOV). */
export const isPublishedIncomplete = ({
  status,
  reasons,
}: Pick<Upload, 'status' | 'reasons'>): boolean =>
  status === 'COMPLETED' && reasons.some(({ code }) => code === withoutMovCode);

const withWhat = 'Informe a versão com que o envio foi comparado.';
/** `comparedWith` of the upload as the administrator saw it: an approval is valid for that comparison only. */
export const ApproveUpload = z.strictObject({
  comparedWith: z
    .number(withWhat)
    .int(withWhat)
    .min(1, withWhat)
    .max(maxInteger, withWhat)
    .nullable(),
});
export type ApproveUpload = z.infer<typeof ApproveUpload>;

export const UploadsQuery = z.strictObject({
  ...pageQuery(100, 20),
  status: z.enum(uploadStatuses, 'Esta situação não existe.').optional(),
});
export type UploadsQuery = z.infer<typeof UploadsQuery>;

export const UploadsPage = z.object({ uploads: z.array(Upload), total: z.number() });
export type UploadsPage = z.infer<typeof UploadsPage>;

/** Payload of the event `uploads` in the stream of all uploads. */
export const ActiveUploads = z.array(Upload);

export const RejectionSummary = z.object({
  total: z.number(),
  /** The most frequent first, up to 100. */
  groups: z.array(
    z.object({
      column: z.string(),
      reason: z.string(),
      count: z.number(),
      /** The first lines of the group, up to three, each cut to 300 characters. */
      examples: z.array(z.object({ line: z.number(), raw: z.string() })),
    }),
  ),
  /** Number of lines that are counted but not stored: only the first hundred thousand are stored. */
  unkept: z.number(),
  /** Number of lines in groups beyond those 100. */
  others: z.number(),
});
export type RejectionSummary = z.infer<typeof RejectionSummary>;
