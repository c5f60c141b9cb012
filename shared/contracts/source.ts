import { z } from 'zod';
import { invalidCompetencia } from '../codes/months.ts';
import { fileKinds, uploadStatuses } from './uploads.ts';

/** Loading months from the configured source (CAGED_SOURCE): 409 no_source while none is configured. */

const month = z.string(invalidCompetencia).regex(/^20\d{2}(0[1-9]|1[0-2])$/, invalidCompetencia);
const fileName = z.string().max(60, 'Use até 60 caracteres no nome do arquivo.').optional();

/** The file names are CAGEDMOV, CAGEDFOR and CAGEDEXC + competência + .txt; other packings are found too. */
export const SimpleUpload = z.strictObject({
  competencia: month,
  movFile: fileName,
  forFile: fileName,
  excFile: fileName,
});
export type SimpleUpload = z.infer<typeof SimpleUpload>;

const SourceFileFound = z.object({
  /** As requested. */
  name: z.string(),
  kind: z.enum(fileKinds),
  found: z.boolean(),
  /** The name at the source; null when the source lacks the file. */
  sourceName: z.string().nullable(),
  bytes: z.number().nullable(),
  modifiedAt: z.string().nullable(),
});

export const SimpleUploadAnswer = z.object({
  message: z.string(),
  upload: z.object({ id: z.string(), status: z.enum(uploadStatuses), competencia: z.string() }),
  driveIntegration: z.object({ source: z.string(), files: z.array(SourceFileFound) }),
});
export type SimpleUploadAnswer = z.infer<typeof SimpleUploadAnswer>;

const OfferedFile = z.object({
  name: z.string(),
  bytes: z.number().nullable(),
  modifiedAt: z.string().nullable(),
  hash: z.string().nullable(),
});

export const SourceNews = z.object({
  /** The address without secrets. */
  source: z.string(),
  checkedAt: z.string(),
  /** Newest month first. */
  news: z.array(
    z.object({
      kind: z.enum(fileKinds),
      month: z.string(),
      /** `já pedida`: a load of the file is queued, in progress or awaits approval. */
      state: z.enum(['nova', 'alterada', 'já pedida', 'igual', 'só carregada']),
      file: OfferedFile.nullable(),
      loaded: OfferedFile.nullable(),
    }),
  ),
});
export type SourceNews = z.infer<typeof SourceNews>;

/** Without months: everything new or changed. */
export const LoadFromSource = z.strictObject({
  months: z
    .array(month)
    .min(1, 'Informe ao menos um mês.')
    .max(120, 'Peça até 120 meses.')
    .optional(),
});
export type LoadFromSource = z.infer<typeof LoadFromSource>;

export const LoadedFromSource = z.object({
  message: z.string(),
  /** One per month, oldest first. */
  uploads: z.array(
    z.object({ id: z.string(), competencia: z.string(), files: z.array(z.enum(fileKinds)) }),
  ),
});
export type LoadedFromSource = z.infer<typeof LoadedFromSource>;

export const SourceCheckSettings = z.strictObject({
  /** Checks the source for new files every day. */
  isEnabled: z.boolean(),
  /** Also loads them; otherwise the administrators are only notified. */
  loadsByItself: z.boolean(),
});
export type SourceCheckSettings = z.infer<typeof SourceCheckSettings>;

export const defaultSourceCheck: SourceCheckSettings = { isEnabled: true, loadsByItself: false };

export const SourceCheck = SourceCheckSettings.extend({
  /** Null while no source is configured. */
  source: z.string().nullable(),
  lastCheckAt: z.string().nullable(),
  /** The result of the last check, in Portuguese. */
  lastResult: z.string().nullable(),
});
export type SourceCheck = z.infer<typeof SourceCheck>;
