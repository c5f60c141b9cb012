import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import { AppError } from '../../platform/errors.ts';
import { signedInUser, stillAdmitted } from '../access/guard.ts';

export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

export interface EventStream {
  /** Polls once; returns the events since the last poll, and whether these are the last. */
  readonly look: () => Promise<{
    readonly events: readonly StreamEvent[];
    readonly isLast: boolean;
  }>;
  /** Ends the stream when the server stops. */
  readonly closing: AbortSignal;
}

/** Maximum streams per user and process. Each polls the app database more than once a second; a visible tab needs one. */
const maxPerPerson = 10;

/**
 * Registers a route that streams the events of `lookFrom`, which begins a stream and returns its polls. They get the
 * user's current data. The stream ends when the user no longer has access.
 */
export function streamRoute(
  app: FastifyInstance,
  path: string,
  lookFrom: () => (reader: CurrentUser) => ReturnType<EventStream['look']>,
): void {
  const closing = new AbortController();
  const open = new Set<{ readonly userId: string }>();
  app.addHook('preClose', async () => closing.abort());
  app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
    const own = { userId: signedInUser(request).id };
    if ([...open].filter(({ userId }) => userId === own.userId).length >= maxPerPerson)
      throw tooManyStreams();
    open.add(own);
    const lookFor = lookFrom();
    const look = async () => {
      const reader = await stillAdmitted(request);
      return reader === undefined ? { events: [], isLast: true } : lookFor(reader);
    };
    return sendEvents(reply, { look, closing: closing.signal }).finally(() => open.delete(own));
  });
}

const pollMs = 700;
const commentMs = 15_000;
// A browser reconnects by itself, and the server authenticates it again.
const maxMs = 10 * 60_000;

/**
 * Sends server-sent events until there are no more, the client disconnects or the stream reaches its maximum age.
 * Events come from polling rows, so any process may change the rows.
 */
export async function sendEvents(reply: FastifyReply, stream: EventStream): Promise<void> {
  reply.hijack();
  const leaving = new AbortController();
  const signal = AbortSignal.any([leaving.signal, stream.closing]);
  reply.raw.once('close', () => leaving.abort());
  // A client that disconnected before this line emits no further event.
  if (reply.raw.destroyed) leaving.abort();
  try {
    signal.throwIfAborted();
    beginStream(reply);
    await write(reply, 'retry: 2000\n\n', signal);
    await follow(reply, stream, signal);
  } catch (error) {
    if (!signal.aborted) reply.log.error({ err: error }, 'an event stream broke off');
  } finally {
    reply.raw.end();
  }
}

function beginStream(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.setHeader('content-type', 'text/event-stream; charset=utf-8');
  reply.raw.setHeader('cache-control', 'no-store');
  // A stopping server would wait for a keep-alive connection.
  reply.raw.setHeader('connection', 'close');
  // Disables buffering of the events in a reverse proxy.
  reply.raw.setHeader('x-accel-buffering', 'no');
  reply.raw.writeHead(200);
}

async function follow(
  reply: FastifyReply,
  { look }: EventStream,
  signal: AbortSignal,
): Promise<void> {
  const begun = performance.now();
  let lastWrite = begun;
  while (!signal.aborted && performance.now() - begun < maxMs) {
    const { events, isLast } = await look();
    for (const { event, data } of events) {
      await write(reply, `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`, signal);
    }
    if (isLast) return;
    if (events.length > 0) lastWrite = performance.now();
    if (performance.now() - lastWrite >= commentMs) {
      await write(reply, ':\n\n', signal);
      lastWrite = performance.now();
    }
    await sleep(pollMs, undefined, { signal });
  }
}

/** Waits until the client reads, so that events do not accumulate in memory. */
async function write({ raw }: FastifyReply, text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!raw.write(text)) await once(raw, 'drain', { signal });
}

const checkEveryMs = 5_000;

/**
 * Passes items on while the user has access. Ends the connection when the user no longer has, or has another role or
 * company than when the request began.
 */
export async function* itemsWhileAdmitted<Item>(
  request: FastifyRequest,
  { raw }: FastifyReply,
  items: AsyncIterable<Item>,
  everyMs = checkEveryMs,
): AsyncGenerator<Item> {
  let checkedAt = performance.now();
  const { user: before } = request;
  for await (const item of items) {
    if (performance.now() - checkedAt > everyMs) {
      const user = await stillAdmitted(request);
      const isSame = user?.role === before?.role && user?.companyId === before?.companyId;
      if (user === undefined || !isSame) return void raw.destroy();
      checkedAt = performance.now();
    }
    yield item;
  }
}

/** Passes a file on while the user has access, and closes it with the response. */
export function fileWhileAdmitted(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Readable,
  everyMs = checkEveryMs,
): Readable {
  const admitted = Readable.from(itemsWhileAdmitted(request, reply, file, everyMs));
  // The generator handles neither before its first item.
  file.once('error', (error) => admitted.destroy(error));
  return admitted.once('close', () => file.destroy());
}

const tooManyStreams = () =>
  new AppError(
    'too_many_streams',
    429,
    'Você já acompanha esta página em muitas abas ou aparelhos. Feche alguns e recarregue a página.',
    { retryAfterSeconds: 30 },
  );
