import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pretty from 'pino-pretty';
import { createServer, type Plugin } from 'vite';
import { allocatorSettings } from '../server/allocator.ts';
import { requireAddress } from '../server/process/require-address.ts';
import { buildWhereChanged } from './build-where-changed.ts';

const host = '127.0.0.1';
/** Paths that the server serves; Vite serves everything else. */
const serverPaths = /^\/(?:api|live|ready|metrics)(?:[/?]|$)/;

/**
 * Serves the screens through Vite on `port` and forwards API requests to a server process. The server process starts
 * with these Node options and restarts when one of its files changes. Prints the address once the server is ready.
 * Stops on SIGINT or SIGTERM. Throws `StartError` for a port that is taken.
 */
export async function develop(port: number, nodeOptions: readonly string[]): Promise<void> {
  await requireAddress({ port, host });
  await buildWhereChanged(['paper', 'kernel']);
  const address = `http://${host}:${port}`;
  const serverPort = await freePort();
  const target = `http://${host}:${serverPort}`;
  const screens = await createServer({
    server: {
      host,
      port,
      strictPort: true,
      // The server compares Origin and Host: the proxy must forward both as the browser sent them.
      proxy: { [serverPaths.source]: { target, changeOrigin: false } },
    },
    plugins: [oneAddress(address), serverFirst(`${target}/live`)],
  });
  await screens.listen();
  const server = spawn(
    process.execPath,
    [
      ...nodeOptions,
      '--import',
      './scripts/close-inspector.mjs',
      '--watch',
      '--watch-preserve-output',
      'server/main.mjs',
    ],
    {
      env: {
        // Applied here: the server would replace its process, and the watcher would lose the connection to it.
        ...allocatorSettings,
        ...process.env,
        PORT: `${serverPort}`,
        HOST: host,
        PUBLIC_URL: address,
      },
      // The log, which a terminal of the server itself would not show.
      stdio: ['inherit', 'inherit', 'pipe'],
    },
  );
  server.stderr.pipe(pretty({ singleLine: true, ignore: 'pid,hostname' }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => server.kill(signal));
  }
  await once(server, 'exit');
  await screens.close();
}

/** Redirects every other spelling of the address (localhost) to the one that sessions and e-mails use. */
const oneAddress = (address: string): Plugin => ({
  name: 'one-address',
  configureServer({ middlewares }) {
    const { host: expected } = new URL(address);
    middlewares.use(({ headers, url = '/' }, response, next) => {
      if (headers.host === expected) return next();
      response.writeHead(307, { location: `${address}${url}` }).end();
    });
  },
});

/** Delays API requests while the server starts or restarts, so that a screen never sees it unavailable. */
const serverFirst = (liveness: string): Plugin => ({
  name: 'server-first',
  configureServer({ middlewares }) {
    middlewares.use(({ url = '' }, response, next) => {
      if (!serverPaths.test(url)) return next();
      void forwardOnceLive(liveness, response, next);
    });
  },
});

async function forwardOnceLive(
  liveness: string,
  response: ServerResponse,
  forward: () => void,
): Promise<void> {
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  if (await untilLive(liveness, closed.signal)) return forward();
  response.writeHead(503, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ message: 'O servidor não iniciou: veja o terminal.' }));
}

const startPatienceMs = 60_000;

/** Whether the server accepts requests before the client disconnects and before `startPatienceMs` passes. */
async function untilLive(liveness: string, closed: AbortSignal): Promise<boolean> {
  const isLive = () =>
    fetch(liveness).then(
      ({ ok }) => ok,
      () => false,
    );
  const deadline = Date.now() + startPatienceMs;
  while (!closed.aborted && Date.now() < deadline) {
    // oxlint-disable-next-line no-await-in-loop -- each look follows the one before.
    if (await isLive()) return true;
    // oxlint-disable-next-line no-await-in-loop
    await sleep(100);
  }
  return false;
}

async function freePort(): Promise<number> {
  const probe = createSocketServer().listen(0, host);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
