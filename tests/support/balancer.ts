import { once } from 'node:events';
import {
  createServer,
  request,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';

export interface Balancer {
  readonly origin: string;
  /** Number of attempts repeated on another process, and of requests that no process answered. */
  readonly outcome: { retried: number; unanswered: number };
  close(): Promise<void>;
}

interface BufferedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A minimal balancer: round robin, without sticky sessions. If a process does not listen or returns 503, it tries the
 * next one. If a response breaks off, it retries only safe methods; others get 503, because their effect is unknown.
 */
export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const outcome = { retried: 0, unanswered: 0 };
  let turn = 0;
  async function answer(incoming: IncomingMessage): Promise<Answered> {
    const buffered = await bufferRequest(incoming);
    let last = noAnswer;
    for (let attempt = 0; attempt < origins.length; attempt += 1) {
      turn += 1;
      const result = await forward(origins[turn % origins.length] ?? '', buffered);
      if (result === 'unknown' && !safeMethods.has(buffered.method)) break;
      if (typeof result !== 'string') last = result;
      if (typeof result !== 'string' && result.status !== 503) return result;
      outcome.retried += 1;
    }
    if (last === noAnswer) outcome.unanswered += 1;
    return last;
  }
  const server = createServer((incoming, outgoing: ServerResponse) => {
    answer(incoming).then(
      ({ status, headers, body }) => outgoing.writeHead(status, headers).end(body),
      () => outgoing.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    origin: `http://127.0.0.1:${port}`,
    outcome,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const noAnswer: Answered = {
  status: 503,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"code":"no_process","message":"Nenhum processo respondeu."}'),
};

async function bufferRequest(incoming: IncomingMessage): Promise<BufferedRequest> {
  const { method = 'GET', url = '/', headers } = incoming;
  const { connection: _, ...stored } = headers;
  return { method, url, headers: stored, body: Buffer.concat(await incoming.toArray()) };
}

/** The whole response; `refused` if no process listens, `unknown` if the response broke off. */
async function forward(
  origin: string,
  buffered: BufferedRequest,
): Promise<Answered | 'refused' | 'unknown'> {
  const { method, headers, body } = buffered;
  try {
    const outgoing = request(`${origin}${buffered.url}`, { method, headers, agent: false }).end(
      body,
    );
    const answered = await response(outgoing);
    const { connection: _, 'transfer-encoding': __, ...stored } = answered.headers;
    const whole = Buffer.concat(await answered.toArray());
    return { status: answered.statusCode ?? 502, headers: stored, body: whole };
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
    return isRefused ? 'refused' : 'unknown';
  }
}

const response = (outgoing: ClientRequest) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
  });
