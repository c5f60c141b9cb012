import { z } from 'zod';
import { invalidCompetencia, isCompetencia } from '../codes/months.ts';
import { isLoadableName, noLoadableEnding } from './file-names.ts';
import { hasUnseenCharacters } from './people-fields.ts';
import { fileKinds } from './uploads.ts';

/**
 * The contract of resumable uploads: the tus protocol under this path, the metadata that the client sends at the start
 * of a file, and the call that queues the finished files: a repeated one for the same files returns the same upload.
 */
export const resumablePath = '/api/resumable';

/** The server removes a file that is not finished within this many hours. */
export const resumableHours = 24;

const Competencia = z.string().refine(isCompetencia, invalidCompetencia);
const Kind = z.enum(fileKinds, 'O tipo deve ser MOV, FOR ou EXC.');
const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'O SHA-256 deve ter 64 algarismos hexadecimais.')
  .toLowerCase();

/** Metadata of a tus upload; additional fields are ignored. */
export const ResumableMetadata = z.object({
  filename: z
    .string('Informe o nome do arquivo.')
    .min(1, 'Informe o nome do arquivo.')
    .max(200, 'O nome do arquivo é longo demais.')
    .refine(isLoadableName, `O arquivo ${noLoadableEnding}.`)
    .refine(
      (name) => !hasUnseenCharacters(name),
      'O nome do arquivo tem caracteres invisíveis. Renomeie-o e envie outra vez.',
    ),
  competencia: Competencia.optional(),
  kind: Kind.optional(),
  /** The file's last modification at the client: with name and size it identifies the same file again. */
  modifiedAt: z.iso.datetime('A data do arquivo é inválida.').optional(),
  /** Of the whole file, in hexadecimal; the server compares the received bytes with it. */
  sha256: Sha256.optional(),
});
export type ResumableMetadata = z.infer<typeof ResumableMetadata>;

/** A file in progress, or complete and not yet queued. */
export const ResumableUpload = z.object({
  id: z.string(),
  name: z.string(),
  competencia: z.string().nullable(),
  kind: z.enum(fileKinds).nullable(),
  modifiedAt: z.string().nullable(),
  bytes: z.number(),
  receivedBytes: z.number(),
  expiresAt: z.string(),
});
export type ResumableUpload = z.infer<typeof ResumableUpload>;

export const ResumableUploads = z.object({ uploads: z.array(ResumableUpload) });

/** The complete files of one load. */
export const FinishResumable = z.strictObject({
  competencia: Competencia.optional(),
  files: z
    .array(
      z.strictObject({
        id: z.string().max(100),
        kind: Kind.optional(),
        /** Known only after reading the whole file, so the client sends it here and not at the start. */
        sha256: Sha256.optional(),
      }),
    )
    .min(1, 'Selecione pelo menos um arquivo CAGED para upload.')
    .max(100, 'Envie no máximo 100 arquivos de cada vez.'),
});
export type FinishResumable = z.infer<typeof FinishResumable>;
