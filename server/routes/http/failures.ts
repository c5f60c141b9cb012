import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiFieldName } from '../../../shared/contracts/api-queries.ts';
import type { ApiProblem } from '../../../shared/contracts/api-v1.ts';
import type { Failure } from '../../../shared/contracts/failure.ts';
import { AppError, codeOf } from '../../platform/errors.ts';
import { isOutOfFiles } from '../../platform/open-file-limit.ts';
import { isDeletedReference, StoreError } from '../../platform/store/store-error.ts';
import {
  awayMessage,
  isDamage,
  isFullDisk,
  WarehouseAwayError,
} from '../../platform/warehouse/engine-error.ts';

/** Installs the only translation of errors to HTTP: every error leaves the app as a `Failure`. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler(sendFailure);
}

/** Sends an error. An unexpected error is logged in full and shown as one general sentence. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const translation = hasLeft(request) ? left : translate(error);
  const { status, retryAfterSeconds } = translation;
  const failure = translation === unforeseen ? unforeseenOf(request) : translation.failure;
  // Without the stack: browsers and floods break off many requests, and no fault of ours is to be found.
  if (status === left.status) request.log.info({ cause: String(error) }, 'the client left');
  else if (translation === deletedMeanwhile)
    request.log.warn({ err: error }, 'reference to no row');
  else if (status >= 500) logFailure(error, request);
  request.failedAs = failure.code;
  // Set here too, because a request may be refused before any hook runs.
  reply.header('x-request-id', request.id);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  const isProblem = request.url.startsWith('/api/v1/');
  // RFC 6750: a request without a key learns how to authenticate.
  if (isProblem && status === 401) reply.header('www-authenticate', 'Bearer realm="API v1"');
  return reply
    .status(status)
    .type(isProblem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(isProblem ? problemOf(failure, status) : failure);
}

/** Logs an expected error, such as being busy, as one line, and an unexpected one in full. */
function logFailure(error: unknown, request: FastifyRequest): void {
  const isForeseen = error instanceof AppError && error.cause === undefined;
  // The fault affects all requests while it lasts, so one line per request is enough.
  if (error instanceof StoreError) {
    request.log.warn({ fault: error.fault, cause: String(error.cause) }, 'request refused');
  } else if (isForeseen)
    request.log.warn({ code: error.code, status: error.status }, 'request refused');
  else request.log.error({ err: error }, 'request failed');
}

/** The failure as problem details (RFC 9457), for programs. */
export const problemOf = (
  { message, code, field, queue }: Failure,
  status: number,
): ApiProblem => ({
  type: 'about:blank',
  title: STATUS_CODES[status] ?? 'Error',
  status,
  detail: message,
  codigo: code,
  ...(field !== undefined && { campo: apiFieldName(field) }),
  ...(queue !== undefined && { fila: { lugar: queue.place, total: queue.total } }),
});

/**
 * Whether the connection ended before the whole request arrived. This is then the cause of the error, and no client
 * reads the response.
 */
const hasLeft = ({ raw }: FastifyRequest) => raw.readableAborted;

interface Translation {
  readonly status: number;
  readonly failure: Failure;
  readonly retryAfterSeconds?: number | undefined;
}

function translate(error: unknown): Translation {
  if (error instanceof AppError) return fromAppError(error);
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issue = error.validation[0];
    return invalidValue(issue?.message, fieldOf(issue?.instancePath ?? '', issue?.params));
  }
  if (error instanceof StoreError)
    return refusal(503, 'app_database_unavailable', error.message, 5);
  if (isDeletedReference(error)) return deletedMeanwhile;
  if (isFullDisk(error)) return diskFull;
  if (isOutOfFiles(error)) return outOfFiles;
  if (isDamage(error)) return damaged;
  if (error instanceof WarehouseAwayError) {
    return refusal(503, 'warehouse_unavailable', awayMessage(error), 10);
  }
  if (codeOf(error) === 'FST_ERR_BAD_URL') return malformedUrl;
  return fromFramework(error) ?? unforeseen;
}

function fromAppError(error: AppError): Translation {
  const { status, message, code, field, queue, retryAfterSeconds } = error;
  return { status, failure: { message, code, field, queue }, retryAfterSeconds };
}

const invalidValue = (
  message = 'O pedido tem um valor inválido.',
  field?: string,
): Translation => ({ status: 400, failure: { message, code: 'invalid_value', field } });

const UnknownKeys = z.object({ keys: z.array(z.string()).min(1) });

/** The last name in the path: `filters.uf` becomes `uf`, and the third item of `municipios` becomes `municipios`. */
function fieldOf(path: string, details: unknown): string | undefined {
  const unknown = UnknownKeys.safeParse(details);
  if (unknown.success) return unknownField(unknown.data.keys);
  return path.split('/').findLast((part) => part !== '' && !/^\d+$/.test(part));
}

/** An error about a file's conditions, such as an unsatisfiable `Range`, has no code and is exposed. */
const FrameworkError = z
  .object({ statusCode: z.number().min(400).max(499) })
  .and(
    z.union([
      z.object({ code: z.string().startsWith('FST_') }),
      z.object({ expose: z.literal(true) }),
    ]),
  );

/** Translates, by status, the English refusals of Fastify and its plugins before a route is reached. */
function fromFramework(error: unknown): Translation | undefined {
  const parsed = FrameworkError.safeParse(error);
  if (!parsed.success) return undefined;
  const status = parsed.data.statusCode;
  const [code, message] = refusals[status] ?? ['refused', 'Não foi possível atender o pedido.'];
  return refusal(status, code, message);
}

const refusals: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ['malformed_request', 'O pedido está malformado: confira se o corpo é um JSON válido.'],
  413: ['too_large', 'O conteúdo enviado é grande demais. Envie menos dados por vez.'],
  415: ['unsupported_media_type', 'Envie o conteúdo em JSON (content-type: application/json).'],
};

const refusal = (
  status: number,
  code: string,
  message: string,
  retryAfterSeconds?: number,
): Translation => ({ status, failure: { message, code }, retryAfterSeconds });

/** For an address that cannot be decoded, such as one with `%zz`. Such a request may have no body. */
const malformedUrl = refusal(
  400,
  'malformed_request',
  'O endereço está malformado: confira se foi copiado inteiro.',
);

const left = refusal(499, 'client_left', 'O pedido foi interrompido antes de chegar inteiro.');

const diskFull = refusal(
  507,
  'sem_espaco',
  'O servidor está sem espaço em disco. Avise um administrador e tente de novo depois.',
);

const damaged = refusal(
  503,
  'warehouse_damaged',
  'Uma parte dos dados está danificada e não pode ser lida. Avise um administrador.',
);

const outOfFiles = refusal(
  503,
  'out_of_files',
  'O servidor chegou ao limite de arquivos abertos. Tente de novo em alguns segundos. Se continuar, avise um administrador.',
  5,
);

const deletedMeanwhile = refusal(
  404,
  'deleted_meanwhile',
  'Algo de que esta ação precisa acabou de ser excluído. Recarregue a página.',
);

const unforeseen = refusal(
  500,
  'unexpected',
  'Algo deu errado do nosso lado. Tente de novo em instantes.',
);

/** Includes the request's ID, by which the log has all details. */
const unforeseenOf = ({ id }: FastifyRequest): Failure => ({
  ...unforeseen.failure,
  message: `Algo deu errado do nosso lado. Tente de novo em instantes. Se continuar, informe o código ${id}.`,
  requestId: id,
});

/** Portuguese sentences for schema errors without their own, which importing this module sets for the process. */
z.config({
  customError: (issue) => {
    if (issue.code === 'unrecognized_keys')
      return `Campo desconhecido: ${unknownField(issue.keys)}.`;
    if (issue.code === 'invalid_type') return typeSentence(issue.input, [issue.expected]);
    if (issue.code === 'invalid_union') return typeSentence(issue.input, typesOf(issue.errors));
    if (issue.code === 'too_small') return sizeSentence(issue.code, issue.minimum, issue.origin);
    if (issue.code === 'too_big') return sizeSentence(issue.code, issue.maximum, issue.origin);
    if (issue.code === 'invalid_value') return `Use um destes valores: ${issue.values.join(', ')}.`;
    return sentences[issue.code] ?? 'O valor deste campo não é válido.';
  },
});

const sentences: Readonly<Record<string, string>> = {
  invalid_format: 'O valor deste campo não está no formato esperado.',
};

const typeNames: Readonly<Record<string, string>> = {
  string: 'um texto',
  number: 'um número',
  int: 'um número inteiro',
  boolean: 'true ou false',
  array: 'uma lista',
  object: 'um objeto JSON',
};

/** What a field takes in place of a value of another type. */
function typeSentence(input: unknown, expected: readonly string[]): string {
  if (input === undefined) return 'Preencha este campo.';
  const names = [...new Set(expected)].flatMap((type) => typeNames[type] ?? []);
  if (names.length === 0) return 'O valor deste campo não é válido.';
  const isRepeated = Array.isArray(input) && !expected.includes('array');
  return isRepeated && !expected.includes('object')
    ? `Informe um só valor: ${names.join(' ou ')}.`
    : `O valor deve ser ${names.join(' ou ')}.`;
}

/** The types of a union's options; empty if an option has the value's type and refuses it for another reason. */
function typesOf(options: readonly (readonly z.core.$ZodIssue[])[]): string[] {
  const types = options.map(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0 ? first.expected : null,
  );
  return types.includes(null) ? [] : types.filter((type) => type !== null);
}

const sizeUnits: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ['caractere', 'caracteres'],
  array: ['item', 'itens'],
};

const bounds = {
  too_small: { length: 'Use ao menos', number: 'Informe um número a partir de' },
  too_big: { length: 'Use até', number: 'Informe um número até' },
} as const;

/** "Use até 80 caracteres neste campo." */
function sizeSentence(code: keyof typeof bounds, size: number | bigint, origin: string): string {
  const units = sizeUnits[origin];
  if (units === undefined) return `${bounds[code].number} ${size}.`;
  const [one, several] = units;
  return `${bounds[code].length} ${size} ${Number(size) === 1 ? one : several} neste campo.`;
}

/** The first unknown field's name, truncated to 60 characters. */
const unknownField = (keys: readonly PropertyKey[]) => String(keys[0]).slice(0, 60);
