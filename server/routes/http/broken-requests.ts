import {
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Failure } from '../../../shared/contracts/failure.ts';
import { AppError } from '../../platform/errors.ts';

/** The response to unparsable bytes, by the error code of Node's HTTP parser; any other code is a malformed request. */
const refusals: Readonly<Record<string, readonly [status: number, failure: Failure]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    {
      message:
        'O endereço ou os cabeçalhos do pedido são longos demais. Use menos filtros, ou apague os cookies deste site, e tente de novo.',
      code: 'headers_too_large',
    },
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    { message: 'O pedido demorou demais para chegar. Tente de novo.', code: 'request_timeout' },
  ],
};

const malformed: readonly [number, Failure] = [
  400,
  { message: 'Não foi possível ler o pedido: o formato está errado.', code: 'malformed_request' },
];

export type RefuseBroken = (error: Error & { readonly code: string }, socket: Socket) => void;

/**
 * Returns a handler that answers a connection whose bytes are not an HTTP request with these headers, and closes it. In
 * the middle of another response it only closes the connection: an answer would become a part of that response.
 */
export function brokenRequestRefuser(headers: Readonly<Record<string, string>>): RefuseBroken {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const [status, failure] = refusals[error.code] ?? malformed;
    const body = JSON.stringify(failure);
    const sent = Object.entries({ ...headers, ...headersOf(body) });
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...sent.map(([name, value]) => `${name}: ${value}`),
    ];
    if (socket.writable && !isAnswering(socket))
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    socket.destroy(error);
  };
}

const headersOf = (body: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  'cache-control': 'no-store',
  connection: 'close',
});

/** The response to the latest request of each connection. */
const latest = new WeakMap<Socket, ServerResponse>();

/** Whether a response waits for the end of an earlier one; it has a connection from there to its own end. */
const isQueued = ({ socket, writableFinished }: ServerResponse) =>
  socket === null && !writableFinished;

/** Whether a response of this connection has begun and not ended. */
function isAnswering(socket: Socket): boolean {
  const response = latest.get(socket);
  if (response === undefined || response.writableFinished) return false;
  return isQueued(response) || response.headersSent;
}

/**
 * Closes a connection that sends a request while another one already waits for the end of an earlier response: Node
 * reads all requests of a chunk in one turn of the event loop. One may wait, because a client that has all bytes of a
 * response sends the next request before this process notes the end.
 */
export function refusePipelines(handle: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request;
    // The rest of a body was the last thing to read (RFC 9112, 9.6).
    if (socket.writableEnded) return void socket.destroy();
    const before = latest.get(socket);
    if (response.socket === null && before !== undefined && isQueued(before))
      return void socket.destroy();
    latest.set(socket, response);
    handle(request, response);
  };
}

const unknownExpectation: Failure = {
  message: 'Este servidor não aceita o cabeçalho Expect. Envie o pedido sem ele.',
  code: 'unknown_expectation',
};

/** Responds to an `Expect` header other than `100-continue` with the usual headers, which Node's own 417 lacks. */
export function answerExpectations(
  server: Server,
  headers: Readonly<Record<string, string>>,
): void {
  server.on('checkExpectation', (_request, response) => {
    const body = JSON.stringify(unknownExpectation);
    response.writeHead(417, { ...headers, ...headersOf(body) });
    response.end(body);
  });
}

/** How long a connection that ends waits for further bytes of a body, in milliseconds. */
const silenceMs = 5_000;

/**
 * Ends the connection after a response that is sent before the whole body of its request has arrived: HAProxy 2.6 reuses
 * it even if that body's sender left, and the next user's request would count as the rest of the body. The rest is read
 * and discarded first: a connection closed at once loses the response, and nginx reports 502.
 */
export function closeAfterPartOfBody(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    const { socket } = raw;
    // A request injected by a test has no socket.
    if (!hasBody(raw) || raw.complete || !(socket instanceof Socket)) return;
    reply.header('connection', 'close');
    const destroySoon = socket.destroySoon.bind(socket);
    // Node calls it at the end of the last response.
    socket.destroySoon = () => {
      socket.end();
      socket.setTimeout(silenceMs, () => socket.destroy());
      if (raw.readableEnded) destroySoon();
      else raw.once('end', destroySoon).resume();
    };
  });
}

/**
 * Resets the connection when an HTTP/1.0 response breaks off. Its text lasts until the connection ends, so that a proxy
 * (nginx without `proxy_http_version 1.1`) would pass on a part of a file as the whole.
 */
export function resetBrokenOffResponses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: request }, { raw: response }) => {
    if (request.httpVersion !== '1.0') return;
    const destroy = response.destroy.bind(response);
    response.destroy = (error) => {
      const { socket, headersSent, writableFinished } = response;
      if (headersSent && !writableFinished) socket?.resetAndDestroy();
      return destroy(error);
    };
  });
}

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Refuses a request with several `Host` headers, since the proxy and the server may read different ones, and an
 * HTTP/1.1 request without one (RFC 9112, 3.2). Node's own check of the latter is off, because its response has no
 * headers.
 */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const names = raw.rawHeaders.filter((_, index) => index % 2 === 0);
    const hosts = names.filter((name) => name.toLowerCase() === 'host').length;
    if (hosts === 1 || (hosts === 0 && raw.httpVersion !== '1.1')) return;
    const [status, { code, message }] = malformed;
    throw new AppError(code, status, message);
  });
}
