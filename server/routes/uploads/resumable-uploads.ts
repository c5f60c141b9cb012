import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  FinishResumable,
  ResumableMetadata,
  resumablePath,
  ResumableUpload,
  ResumableUploads,
} from '../../../shared/contracts/resumable.ts';
import { UploadReceived } from '../../../shared/contracts/uploads.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { ensureFreeDisk } from '../../platform/files/free-disk.ts';
import {
  finishUpload,
  resumeFinishes,
  whileNoneFinishes,
} from '../../registry/resumable/finish-uploads.ts';
import {
  expiryOf,
  PartialUploads,
  unknownUpload,
  type PartialUpload,
} from '../../registry/resumable/partial-uploads.ts';
import { uploadLocks } from '../../registry/resumable/upload-locks.ts';
import { admitLate, signedInUser } from '../access/guard.ts';
import type { UploadRoutesDeps } from './uploads.ts';

/** The shared files are on the same disk as `partialDir`. */
export interface ResumableRoutesDeps extends Omit<UploadRoutesDeps, 'warehouse'> {
  /** The folder of files that are arriving; with several processes, a shared folder. */
  readonly partialDir: string;
}

const Params = z.object({ id: z.string() });
const pieceType = 'application/offset+octet-stream';

/** Routes for files that arrive in pieces and survive a lost connection, by the tus protocol. */
export function resumableRoutes(deps: ResumableRoutesDeps): FastifyPluginAsyncZod {
  const { store, clock, partialDir, maxUploadMegabytes, freeBytes } = deps;
  const maxBytes = maxUploadMegabytes * 2 ** 20;
  const uploads = new PartialUploads({
    directory: partialDir,
    maxBytes,
    locks: uploadLocks(store, clock),
    ...(freeBytes && { freeBytes }),
  });
  return async (app) => {
    await uploads.prepare();
    const { resumed, failed } = await resumeFinishes({ ...deps, uploads });
    for (const finish of resumed) {
      app.log.warn(finish, 'queued files that a process had begun to queue');
    }
    for (const { note, error } of failed) {
      app.log.error({ note, err: error }, 'files of a note were not queued; the note stays');
    }
    for (const { id, ownerId, metadata, bytes } of await uploads.whole()) {
      app.log.warn(
        { id, ownerId, name: metadata.filename, bytes },
        'a complete file is not queued yet',
      );
    }
    // The protocol's library reads the body of a piece.
    app.addContentTypeParser(pieceType, (_request, _body, done) => done(null));

    app.options(resumablePath, async (request, reply) =>
      send(reply, await uploads.answer(webRequest(request))),
    );

    app.post(resumablePath, async (request, reply) => {
      const bytes = announcedBytes(request, maxUploadMegabytes);
      const metadata = announcedMetadata(request);
      const owner = signedInUser(request).id;
      const owned = tusMetadata({ ...metadata, owner });
      return send(reply, await uploads.begin(bytes, owner, webRequest(request, owned)));
    });

    const one = { schema: { params: Params } };
    const itemPath = `${resumablePath}/:id`;
    const existing = (request: FastifyRequest<{ Params: z.infer<typeof Params> }>) =>
      uploads.find(request.params.id, signedInUser(request).id);

    app.head(itemPath, one, async (request, reply) => {
      await existing(request);
      return send(reply, await uploads.answer(webRequest(request)));
    });
    app.patch(itemPath, { ...one, bodyLimit: maxBytes }, async (request, reply) => {
      const { id, ownerId } = await existing(request);
      const answer = await uploads.answer(webRequest(request));
      await admitLate(request);
      // The library does not state why it could not write.
      if (answer.status >= 500) await ensureFreeDisk(partialDir, 1, freeBytes);
      if (answer.ok) {
        const upload = await uploads.find(id, ownerId);
        if (upload.receivedBytes === upload.bytes) await uploads.verify(upload);
      }
      return send(reply, answer);
    });
    app.delete(itemPath, one, async (request, reply) => {
      const answer = await whileNoneFinishes(store, signedInUser(request).id, async () => {
        await existing(request);
        return uploads.answer(webRequest(request));
      });
      return send(reply, answer);
    });

    const itemSchema = { params: Params, response: { 200: ResumableUpload } };
    app.get(itemPath, { schema: itemSchema }, async (request) =>
      described(await existing(request)),
    );

    const listSchema = { response: { 200: ResumableUploads } };
    app.get(resumablePath, { schema: listSchema }, async (request) => ({
      uploads: (await uploads.ofOwner(signedInUser(request).id)).map(described),
    }));

    const finishSchema = { body: FinishResumable, response: { 202: UploadReceived } };
    app.post(`${resumablePath}/finish`, { schema: finishSchema }, async (request, reply) => {
      // A repeated call returns the result of the first one, in this or another process.
      const { uploadId, isNew } = await finishUpload(
        { request: request.body, ownerId: signedInUser(request).id },
        { ...deps, uploads },
        request.ip,
      );
      if (isNew) deps.wake();
      return reply.code(202).send({ uploadId, message: 'Processamento iniciado com sucesso!' });
    });
  };
}

const described = (upload: PartialUpload): ResumableUpload => ({
  id: upload.id,
  name: upload.metadata.filename,
  competencia: upload.metadata.competencia ?? null,
  kind: upload.metadata.kind ?? null,
  modifiedAt: upload.metadata.modifiedAt ?? null,
  bytes: upload.bytes,
  receivedBytes: upload.receivedBytes,
  expiresAt: expiryOf(upload).toISOString(),
});

function announcedBytes(request: FastifyRequest, maxMegabytes: number): number {
  const length = String(request.headers['upload-length'] ?? '');
  if (!/^\d{1,15}$/.test(length)) {
    throw new AppError('invalid_value', 400, 'Informe o tamanho do arquivo (Upload-Length).');
  }
  const bytes = Number(length);
  if (bytes === 0) {
    throw new AppError('arquivo_vazio', 400, 'O arquivo está vazio. Baixe-o de novo do MTE.');
  }
  if (bytes > maxMegabytes * 2 ** 20) {
    throw new AppError(
      'file_too_large',
      413,
      `O arquivo passa do limite de ${formatCount(maxMegabytes)} MB. Envie-o compactado (.7z ou .zip).`,
    );
  }
  return bytes;
}

/** The names and values of `Upload-Metadata`, each value in base64. */
function announcedMetadata(request: FastifyRequest): ResumableMetadata {
  const announced = String(request.headers['upload-metadata'] ?? '');
  const pairs = announced.split(',').map((pair) => {
    const [name = '', value = ''] = pair.trim().split(' ');
    return [name, Buffer.from(value, 'base64').toString()];
  });
  const parsed = ResumableMetadata.safeParse(Object.fromEntries(pairs));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? 'filename');
  throw invalid(field, issue?.message ?? 'Confira os dados do arquivo.');
}

const tusMetadata = (metadata: ResumableMetadata & { readonly owner: string }) =>
  Object.entries(metadata)
    .map(([name, value = '']) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** Converts the request to the form that the protocol's library reads. */
function webRequest(request: FastifyRequest, metadata?: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  if (metadata !== undefined) headers.set('upload-metadata', metadata);
  const url = new URL(request.url, 'http://localhost');
  const { method } = request;
  if (method !== 'PATCH') return new Request(url, { method, headers });
  const init: RequestInit & { readonly duplex: 'half' } = {
    method,
    headers,
    body: bodyOf(request.raw),
    duplex: 'half',
  };
  return new Request(url, init);
}

/** An unread body does not close the connection, which still carries the response. */
function bodyOf(raw: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = raw.iterator({ destroyOnReturn: false });
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

const texts = ['location', 'upload-offset', 'upload-length', 'upload-expires', 'tus-resumable'];
const serverHeaders = ['tus-version', 'tus-extension', 'tus-max-size'];

function send(reply: FastifyReply, answer: Response): FastifyReply {
  if (!answer.ok) throw refusal(answer.status);
  for (const name of [...texts, ...serverHeaders]) {
    const value = answer.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.code(answer.status).send();
}

const refusals: Readonly<Record<number, readonly [code: string, message: string]>> = {
  409: [
    'offset_diferente',
    'A posição do envio não é a que o servidor tem. Escolha o arquivo outra vez para continuar de onde parou.',
  ],
  412: ['not_tus', 'Este endereço recebe arquivos pelo protocolo tus (Tus-Resumable: 1.0.0).'],
  413: ['too_large', 'Chegaram mais bytes do que o tamanho informado. Envie o arquivo outra vez.'],
};

/** The library's status for an unsupported extension of the protocol. */
const notImplemented = 501;

/** Translates the library's refusals, whose texts are English. */
function refusal(status: number): AppError {
  if (status === 404 || status === 410) return unknownUpload();
  if (status >= 500 && status !== notImplemented) {
    return new AppError(
      'envio_interrompido',
      503,
      'O envio foi interrompido no servidor. Tente retomar em instantes.',
    );
  }
  const [code, message] = refusals[status] ?? ['refused', 'O pedido de envio está malformado.'];
  return new AppError(code, status === notImplemented ? 400 : status, message);
}
