import type { z } from 'zod';
import { Failure, type Queue } from '../../shared/contracts/failure.ts';
import { parseJson } from '../../shared/contracts/parse-json.ts';

/** The server responded with an error; `message` is its Portuguese sentence. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly field: string | undefined;
  readonly code: string | undefined;
  /** The queue position of a request that waits for a slot. */
  readonly queue: Queue | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    message: string,
    about: Partial<Failure> & { retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.field = about.field;
    this.code = about.code;
    this.queue = about.queue;
    this.retryAfterSeconds = about.retryAfterSeconds;
  }
}

/** There is no response: no network, or no server. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor(cause: unknown) {
    super('Sem conexão com o servidor. Verifique a internet e tente de novo.', { cause });
  }
}

/** The response does not match the contract: the page and the server have different versions. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';

  constructor(cause: unknown) {
    super('O servidor respondeu de forma inesperada. Recarregue a página.', { cause });
  }
}

type Sending = { signal?: AbortSignal; headers?: Readonly<Record<string, string>> };
type Reading = Sending & { query?: Record<string, string> };

/** Gets a path and validates the response against the shared contract. Session cookies are included. */
export async function get<Response extends z.ZodType>(
  path: string,
  response: Response,
  options: Reading = {},
): Promise<z.output<Response>> {
  return answerOf(response, await getResponse(path, options));
}

/** Fetches a file; failures are reported like those of any other call. */
export async function getFile(path: string, options: Reading = {}): Promise<Blob> {
  const response = await getResponse(path, options);
  if (!response.ok) throw await failureOf(response);
  return bodyOf(response.blob());
}

/** Sends a body as JSON, a form as a browser's, or nothing, and validates the response against the shared contract. */
export async function send<Response extends z.ZodType>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  response: Response,
  body?: object,
  options: Sending = {},
): Promise<z.output<Response>> {
  return answerOf(response, await fetched(path, requestOf(method, { body, ...options })));
}

export type ListPage<Row> = { rows: Row[]; total: number };

/** Gets a page of a list whose server counts all rows in `X-Total-Count`. */
export async function callForPage<Row>(
  path: string,
  list: z.ZodType<Row[]>,
  options: { query: Record<string, string>; signal: AbortSignal },
): Promise<ListPage<Row>> {
  const response = await getResponse(path, options);
  const rows = await answerOf(list, response);
  return { rows, total: Number(response.headers.get('x-total-count') ?? rows.length) };
}

/** The response to a GET, of any status. */
function getResponse(path: string, { query, ...sending }: Reading): Promise<Response> {
  const address = query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`;
  return fetched(address, requestOf('GET', sending));
}

function requestOf(
  method: string,
  { body, signal, headers = {} }: Sending & { body?: object | undefined },
): RequestInit {
  const isJson = body !== undefined && !(body instanceof FormData);
  return {
    method,
    signal: signal ?? null,
    headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
  };
}

/** The response, of any status. Throws `UnreachableError` if there is none. */
async function fetched(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'same-origin', ...request });
  } catch (error) {
    if (request.signal?.aborted === true) throw error;
    throw new UnreachableError(error);
  }
}

/** Validates the response against the schema. Throws `UnexpectedAnswerError` if it does not match. */
async function answerOf<Answer extends z.ZodType>(
  schema: Answer,
  response: Response,
): Promise<z.output<Answer>> {
  if (!response.ok) throw await failureOf(response);
  const answer = schema.safeParse(parseJson(await bodyOf(response.text())));
  if (!answer.success) throw new UnexpectedAnswerError(answer.error);
  return answer.data;
}

/** Throws `UnreachableError` if the connection breaks off within the response. */
async function bodyOf<Body>(reading: Promise<Body>): Promise<Body> {
  try {
    return await reading;
  } catch (error) {
    // The Fetch standard's error for a broken connection; an aborted request throws the signal's reason.
    throw error instanceof TypeError ? new UnreachableError(error) : error;
  }
}

/** A failure in the API's own format or, from a proxy or a crash, with its bare text. */
async function failureOf(response: Response): Promise<CallError> {
  const text = await bodyOf(response.text());
  const after = response.headers.get('retry-after');
  const result = parseFailure(response.status, text, after === null ? undefined : Number(after));
  if (result !== undefined) return result;
  const isPage = text.trimStart().startsWith('<');
  return new CallError(response.status, isPage || text === '' ? response.statusText : text);
}

/** A failure in the API's own format; undefined for any other text. */
export function parseFailure(
  status: number,
  text: string,
  retryAfterSeconds?: number,
): CallError | undefined {
  const failure = Failure.safeParse(parseJson(text));
  if (!failure.success) return undefined;
  const { message, ...about } = failure.data;
  return new CallError(status, message, { ...about, retryAfterSeconds });
}

/**
 * The server's own sentence if there is one, the sentence of a connection error, or the fallback. A fallback without a
 * final period does not say what to do: after a gateway's error, a sentence follows that does.
 */
export function failureText(error: Error, fallback: string): string {
  // Only the API's own failures have a code; a proxy's bare text is not shown to users.
  const isFromServer = error instanceof CallError && error.code !== undefined;
  const isFromHere = error.name === 'UnreachableError' || error.name === 'UnexpectedAnswerError';
  if (isFromServer || isFromHere) return error.message;
  const toDo = fallback.endsWith('.') ? undefined : gatewaySentence(error);
  return toDo === undefined ? fallback : `${fallback}. ${toDo}`;
}

/** The sentence for a response without the API's message: a crash, or a gateway. Undefined for other errors. */
export function gatewaySentence(error: unknown): string | undefined {
  if (!(error instanceof CallError) || error.code !== undefined) return undefined;
  if (error.status === 413) {
    return 'O pedido é grande demais para o proxy na frente do servidor (erro 413). Avise um administrador: o proxy deve aceitar envios de 20 MiB ou mais.';
  }
  return error.status >= 500
    ? `O servidor não está respondendo (erro ${error.status}). Ele pode estar reiniciando. Tente de novo em um minuto. Se continuar, avise um administrador.`
    : `O pedido foi recusado antes de chegar ao servidor (erro ${error.status}). Tente de novo. Se continuar, avise um administrador.`;
}

/** The sentence for a failed query: the server's own, or what its absence means. */
export const errorSentence = (error: Error): string => gatewaySentence(error) ?? error.message;

/** The field of the server's error, if it is one of these. */
export function failedField<Name extends string>(
  error: Error,
  names: readonly Name[],
): Name | undefined {
  return error instanceof CallError ? names.find((name) => name === error.field) : undefined;
}
