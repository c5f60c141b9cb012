import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickHouseServer } from './clickhouse-server.ts';
import { freePort, onFreePorts } from './free-port.ts';
import { freshDatabase } from './fresh-database.ts';
import { productProgram } from './product-program.ts';

export const administrator = { email: 'admin@exemplo.com.br', password: 'Estrela-Polar-27' };

/** A real process of the product, as `npm start` starts it. */
export interface ProductProcess {
  /** `http://127.0.0.1:<port>` after its start; the same after a restart. */
  readonly origin: string;
  /** Starts it and waits until it accepts requests; throws its output if it ends instead. */
  start(): Promise<void>;
  /** Sends the signal and waits for the end; returns the exit code, null after SIGKILL. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  isRunning(): boolean;
  /** Id of the running process; throws if it is not running. */
  processId(): number;
  /** Its output since its last start. */
  written(): string;
}

export interface Fleet {
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  /** The folder that all processes share. */
  readonly dataDir: string;
  /** Another process, not started yet. */
  process(role: 'web' | 'worker', env?: Readonly<Record<string, string>>): ProductProcess;
  /** Ends every process and server. */
  close(): Promise<void>;
}

/** PostgreSQL, ClickHouse and a shared folder for real processes of an empty installation, with this configuration. */
export async function openFleet(shared: Readonly<Record<string, string>> = {}): Promise<Fleet> {
  const clickhouse = await startClickHouseServer();
  const databaseUrl = shared['DATABASE_URL'] ?? (await freshDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'caged-fleet-'));
  const processes: ProductProcess[] = [];
  return {
    databaseUrl,
    clickhouseUrl: clickhouse.url,
    dataDir,
    process(role, env = {}) {
      const made = productProcess({
        ROLE: role,
        DATABASE_URL: databaseUrl,
        CLICKHOUSE_URL: clickhouse.url,
        DATA_DIR: dataDir,
        PUBLIC_URL: 'http://127.0.0.1',
        DEMO_DATA: '0',
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
        ...shared,
        ...env,
      });
      processes.push(made);
      return made;
    },
    async close() {
      await Promise.all(processes.map((running) => running.stop('SIGKILL')));
      await clickhouse.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A process with both embedded databases in a folder, not started yet; `limit` is one for `ulimit`, such as `-n 256`.
 */
export const embeddedProcess = (
  dataDir: string,
  limit = '',
  env: Readonly<Record<string, string>> = {},
): ProductProcess =>
  productProcess(
    {
      DATA_DIR: dataDir,
      DEMO_DATA: '0',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      PRECOMPUTED_OCCUPATIONS: '0',
      ...env,
    },
    limit,
  );

/** The environment that a process inherits from this one: nothing that configures the product. */
export const ownEnvironment = () => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
});

function productProcess(env: Readonly<Record<string, string>>, limit = ''): ProductProcess {
  let port: number | undefined;
  let written = '';
  let running: { readonly child: ReturnType<typeof spawn>; readonly ended: Promise<unknown[]> };
  const isRunning = () =>
    running !== undefined && running.child.exitCode === null && running.child.signalCode === null;
  const startAt = async (at: number) => {
    written = '';
    const limited = limit === '' ? 'exec "$@"' : `ulimit ${limit}; exec "$@"`;
    const child = spawn('/bin/sh', ['-c', limited, 'sh', process.execPath, ...productProgram], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...ownEnvironment(), PORT: `${at}`, ...env },
    });
    running = { child, ended: once(child, 'close') };
    const started = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          written += String(chunk);
          if (written.includes('está no ar')) resolve();
        });
      }
    });
    await Promise.race([started, running.ended]);
    if (!isRunning()) throw new Error(`The process ended: ${written}`);
  };
  return {
    get origin() {
      if (port === undefined) throw new Error('The process was not started yet.');
      return `http://127.0.0.1:${port}`;
    },
    isRunning,
    processId() {
      const id = isRunning() ? running.child.pid : undefined;
      if (id === undefined) throw new Error('The process does not run.');
      return id;
    },
    written: () => written,
    async start() {
      if (port !== undefined) return startAt(port);
      port = await onFreePorts(async () => {
        const free = await freePort();
        await startAt(free);
        return free;
      });
    },
    async stop(signal) {
      if (!isRunning()) return null;
      running.child.kill(signal);
      await running.ended;
      return running.child.exitCode;
    },
  };
}

/** Signs in as the administrator; returns the cookie header. */
export async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!answer.ok || cookie === undefined) throw new Error(await answer.text());
  return cookie;
}

/** Sends JSON with the session of the cookie. */
export const sendJson = (
  url: string,
  cookie: string,
  body: unknown,
  method: 'POST' | 'PUT' = 'POST',
): Promise<Response> =>
  fetch(url, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
