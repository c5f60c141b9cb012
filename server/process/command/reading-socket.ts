import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { AppError, StartError } from '../../platform/errors.ts';
import type { Scheduler } from '../../platform/scheduler/scheduler.ts';
import { readings, type ReadingDeps, type ReadingName } from './readings.ts';
import { maybeFailureMessage } from '../installation/failure-message.ts';

/**
 * A running server answers the read-only commands of its machine through a socket in DATA_DIR. Only the operating
 * system's user who owns that folder can open it, and that user can read the data anyway.
 */

const socketPath = (dataDir: string) => join(dataDir, 'server.sock');

export interface ReadingSocket extends ReadingDeps {
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** Answers read-only commands. Returns the function that stops it. Where no socket can be made, the log says so. */
export async function serveReadings(deps: ReadingSocket): Promise<() => Promise<void>> {
  const { config, logger } = deps;
  const path = socketPath(config.dataDir);
  // Left by a process that was killed; no other process has these data open.
  await rm(path, { force: true });
  const server = createServer((incoming, response) => {
    void answer(deps, incoming, response);
  });
  try {
    server.listen(path);
    await once(server, 'listening');
  } catch (error) {
    logger.warn({ err: error }, 'no socket for commands');
    return async () => undefined;
  }
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}

async function answer(
  { scheduler, logger, ...deps }: ReadingSocket,
  { url = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const address = URL.parse(url, 'http://socket');
  const name = address?.pathname.slice(1) ?? '';
  if (address === null || !isReading(name)) return void response.writeHead(404).end();
  const reading = readings[name];
  const left = new AbortController();
  response.once('close', () => left.abort(new Error('The command ended.')));
  try {
    const args = address.searchParams.getAll('arg');
    const { signal } = left;
    const work = () => send(reading.read({ ...deps, signal }, args), response);
    await scheduler.run(work, { ...lastInLine, lane: reading.lane, signal });
  } catch (error) {
    const message = maybeFailureMessage(error);
    if (message === undefined && !left.signal.aborted)
      logger.error({ err: error }, 'a command could not be answered');
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end(JSON.stringify({ message: message ?? unforeseen }));
  }
}

/** Sends the chunks. A refusal comes before the first chunk, while the response can still state it. */
async function send(
  chunks: AsyncIterable<string | Uint8Array>,
  response: ServerResponse,
): Promise<void> {
  const content = Readable.from(chunks);
  await once(content, 'readable');
  await pipeline(content, response);
}

/** Commands count as one user of their own. */
const lastInLine = {
  requesters: new Map([['command', 'command']]),
  cost: 1,
  maxWaitMs: 60_000,
  refusal: () =>
    new AppError('busy', 503, 'O servidor está ocupado. Repita o comando em instantes.'),
};

const unforeseen = 'O servidor não conseguiu responder. Veja o motivo no log do servidor.';

const isReading = (name: string): name is ReadingName => Object.hasOwn(readings, name);

const Refusal = z.object({ message: z.string() });

/** What a running server answers to a read-only command. Throws `StartError` with its sentence, or if none runs. */
export async function* readFromServer(
  dataDir: string,
  name: ReadingName,
  args: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const query = new URLSearchParams(args.map((arg) => ['arg', arg]));
  const sent = request({ socketPath: socketPath(dataDir), path: `/${name}?${query}`, signal });
  sent.end();
  const response = await answered(sent);
  if (response.statusCode === 200) return yield* whole(response);
  const text = Buffer.concat(await response.toArray()).toString();
  throw new StartError(Refusal.parse(JSON.parse(text)).message);
}

async function* whole(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* response;
  } catch (cause) {
    throw new StartError(
      'O servidor parou no meio da resposta, e o que saiu está incompleto: repita o comando.',
      { cause },
    );
  }
}

async function answered(sent: ReturnType<typeof request>): Promise<IncomingMessage> {
  try {
    const [response] = await once(sent, 'response');
    return response;
  } catch (cause) {
    throw new StartError(
      'Outro processo usa estes dados e não responde a comandos: espere terminar ou pare-o, e repita o comando.',
      { cause },
    );
  }
}
