import type { z } from 'zod';
import { Failure } from '../../shared/failure.ts';

/** An endpoint as both sides agree on it; `body` and `response` are the shared schemas. */
export type Endpoint<Response extends z.ZodType, Body extends z.ZodType | undefined> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  response: Response;
  body?: Body;
};

type BodyOf<Body extends z.ZodType | undefined> = Body extends z.ZodType
  ? z.input<Body>
  : undefined;

export type CallOptions<Body extends z.ZodType | undefined> = {
  query?: Record<string, string>;
  signal?: AbortSignal;
} & (Body extends z.ZodType ? { body: BodyOf<Body> } : { body?: undefined });

/** The server answered with an error; `message` is its Portuguese sentence. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly field: string | undefined;

  constructor(status: number, message: string, field?: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

/** No answer came at all: no network, or no server. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor(cause: unknown) {
    super(
      'Sem conexão com o servidor. Verifique a internet e tente de novo; os filtros continuam aqui.',
      { cause },
    );
  }
}

/** The answer is not of the agreed form: this page and the server are of different versions. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';

  constructor(cause: unknown) {
    super('O servidor respondeu de um modo que esta página não conhece. Recarregue a página.', {
      cause,
    });
  }
}

/** Asks an endpoint and checks its answer against the shared contract. Session cookies go along. */
export async function call<
  Response extends z.ZodType,
  Body extends z.ZodType | undefined = undefined,
>(endpoint: Endpoint<Response, Body>, options: CallOptions<Body>): Promise<z.output<Response>> {
  const response = await send(endpoint.method, pathWith(endpoint.path, options.query), options);
  if (!response.ok) throw await failureOf(response);
  const answer = endpoint.response.safeParse(maybeJson(await response.text()));
  if (!answer.success) throw new UnexpectedAnswerError(answer.error);
  return answer.data;
}

async function send(
  method: string,
  path: string,
  { body, signal }: { body?: unknown; signal?: AbortSignal },
): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      signal: signal ?? null,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new UnreachableError(error);
  }
}

/** A failure in the API's own form, or, from a proxy or a crash, its bare text. */
async function failureOf(response: Response): Promise<CallError> {
  const text = await response.text();
  const failure = Failure.safeParse(maybeJson(text));
  if (failure.success) {
    return new CallError(response.status, failure.data.message, failure.data.field);
  }
  const isPage = text.trimStart().startsWith('<');
  return new CallError(response.status, isPage || text === '' ? response.statusText : text);
}

function maybeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pathWith(path: string, query: Record<string, string> | undefined): string {
  return query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`;
}
