import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fastifyMultipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { invalidCompetencia, isCompetencia } from '../../../shared/codes/months.ts';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import {
  cleanFileName,
  isLoadableName,
  noLoadableEnding,
} from '../../../shared/contracts/file-names.ts';
import {
  RejectionSummary,
  Upload,
  UploadReceived,
  type FileKind,
} from '../../../shared/contracts/uploads.ts';
import { AppError, invalid, notFound } from '../../platform/errors.ts';
import { ensureFreeDisk, type FreeBytes } from '../../platform/files/free-disk.ts';
import { rejectedLinesCsv, rejectionSummary } from '../../registry/ingest/rejections.ts';
import { requireUpload } from '../../registry/ingest/upload-acts.ts';
import { uploadView } from '../../registry/ingest/upload-view.ts';
import {
  receiveUpload,
  type NewFile,
  type NewUpload,
  type Receiving,
} from '../../registry/ingest/uploads.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { actorOf } from '../access/guard.ts';
import { formParts, untilBroken } from '../http/form-parts.ts';
import { itemsWhileAdmitted } from '../streams/event-stream.ts';

export interface UploadRoutesDeps extends Receiving {
  readonly warehouse: Warehouse;
  readonly maxUploadMegabytes: number;
  readonly freeBytes?: FreeBytes;
  /** Wakes the runner to look for work. */
  readonly wake: () => void;
}

const kindOfField: ReadonlyMap<string, FileKind> = new Map(
  Object.entries({
    movFile: 'MOV',
    forFile: 'FOR',
    excFile: 'EXC',
  }),
);

export const UploadParams = z.object({ id: z.uuid('Este envio não existe.') });

const noFile = 'Este arquivo não existe neste envio.';
const FileParams = UploadParams.extend({ file: z.coerce.number(noFile).int(noFile) });

/** Routes that receive a month's files and follow their processing. */
export function uploadRoutes(deps: UploadRoutesDeps): FastifyPluginAsyncZod {
  const { store, warehouse } = deps;
  return async (app) => {
    await app.register(fastifyMultipart, {
      limits: {
        fileSize: deps.maxUploadMegabytes * 2 ** 20,
        files: 3,
        fields: 5,
        fieldSize: 100,
        parts: 8,
      },
    });

    const receiveSchema = { response: { 202: UploadReceived } };
    app.post('/api/caged/upload', { schema: receiveSchema }, async (request, reply) => {
      const uploadId = await receiveUpload(deps, (folder) => readForm(request, folder, deps));
      deps.wake();
      return reply.code(202).send({ uploadId, message: 'Processamento iniciado com sucesso!' });
    });

    const uploadSchema = { params: UploadParams, response: { 200: Upload } };
    app.get('/api/uploads/:id', { schema: uploadSchema }, async ({ params }) =>
      uploadView(await requireUpload(store, params.id), deps.clock()),
    );

    const summarySchema = { params: FileParams, response: { 200: RejectionSummary } };
    app.get(
      '/api/uploads/:id/files/:file/rejections/summary',
      { schema: summarySchema },
      async ({ params }) => rejectionSummary(warehouse, (await existingFile(store, params)).batch),
    );

    app.get(
      '/api/uploads/:id/files/:file/rejections.csv',
      { schema: { params: FileParams } },
      async (request, reply) => {
        const file = await existingFile(store, request.params);
        const name = `rejeitadas-${basename(file.name).replaceAll(/[^\w.-]/g, '_')}.csv`;
        const csv = rejectedLinesCsv(warehouse, file.batch);
        return reply
          .header('content-type', 'text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(Readable.from(itemsWhileAdmitted(request, reply, csv)));
      },
    );
  };
}

async function existingFile(store: Store, { id, file }: z.infer<typeof FileParams>) {
  const found = (await requireUpload(store, id)).files.find(({ batch }) => batch === file);
  if (found === undefined) {
    throw notFound('unknown_file', noFile);
  }
  return found;
}

/** Streams the parts of a form into a folder of the shared files. */
async function readForm(
  request: FastifyRequest,
  folder: string,
  { files: shared, maxUploadMegabytes, freeBytes }: UploadRoutesDeps,
): Promise<NewUpload> {
  // A form without a content length may have at least one file of the maximum size.
  const announced = Number(request.headers['content-length'] ?? maxUploadMegabytes * 2 ** 20);
  await ensureFreeDisk(shared.here(folder), announced, freeBytes);
  const { competencia, files } = await readParts(request, { folder, shared }, maxUploadMegabytes);
  if (competencia === undefined || !isCompetencia(competencia)) {
    throw invalid('competencia', invalidCompetencia);
  }
  if (files.length === 0) {
    throw invalid('movFile', 'Selecione pelo menos um arquivo CAGED para upload.');
  }
  const stated = files.map((file) => ({ ...file, stated: { ...file.stated, month: competencia } }));
  const actor = actorOf(request);
  const act = { action: 'upload.received', actor } as const;
  return { origin: 'web', competencia, createdBy: actor.userId, act, files: stated };
}

interface FormFolder {
  readonly folder: string;
  readonly shared: SharedFiles;
}

async function readParts(request: FastifyRequest, place: FormFolder, maxMegabytes: number) {
  if (!request.isMultipart()) {
    throw new AppError(
      'not_multipart',
      415,
      'Envie os arquivos como um formulário (multipart/form-data).',
    );
  }
  let competencia: string | undefined;
  const files: NewFile[] = [];
  for await (const part of formParts(request, request.parts())) {
    if (part.type === 'file') {
      if (files.some(({ stated }) => stated.kind === kindOfField.get(part.fieldname)))
        throw invalid(part.fieldname, 'Há dois arquivos neste campo. Envie um de cada tipo.');
      const file = await receiveFile(part, place, maxMegabytes);
      if (file !== undefined) files.push(file);
    } else if (part.fieldname === 'competencia') {
      competencia = typeof part.value === 'string' ? part.value.trim() : undefined;
    } else {
      throw invalid(part.fieldname.slice(0, 60), 'Este campo não é conhecido.');
    }
  }
  return { competencia, files };
}

async function receiveFile(
  part: MultipartFile,
  { folder, shared }: FormFolder,
  maxMegabytes: number,
) {
  const kind = kindOfField.get(part.fieldname);
  const name = cleanFileName(part.filename);
  if (name === '') {
    // A browser sends an empty part for an empty file input.
    for await (const chunk of part.file) {
      if (chunk.length > 0)
        throw invalid(part.fieldname, 'O arquivo veio sem nome. Escolha o arquivo de novo.');
    }
    return undefined;
  }
  if (kind === undefined) throw invalid(part.fieldname.slice(0, 60), 'Este campo não é conhecido.');
  if (!isLoadableName(name)) {
    throw invalid(part.fieldname, `O arquivo “${name.slice(0, 100)}” ${noLoadableEnding}.`);
  }
  const path = `${folder}/${part.fieldname}`;
  const written = createWriteStream(shared.here(path));
  await pipeline(untilBroken(part.file), written);
  if (part.file.truncated) {
    throw new AppError(
      'file_too_large',
      413,
      `O arquivo “${name.slice(0, 100)}” passa do limite de ${formatCount(maxMegabytes)} MB por arquivo. Envie-o compactado (.7z ou .zip), ou pela linha de comando.`,
      { field: part.fieldname },
    );
  }
  return { name: name.slice(0, 200), path, bytes: written.bytesWritten, stated: { kind } };
}
