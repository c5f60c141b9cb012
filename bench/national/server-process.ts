import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { allocatorSettings } from '../../server/allocator.ts';
import { freePort } from '../../tests/support/free-port.ts';

/** What the server's process reports since the last report. */
const Watched = z.object({
  /** The event loop's longest stall by wall clock, and its thread's longest processor time without a pause. */
  stallMs: z.number(),
  longestWorkMs: z.number(),
  /** Processor time of the whole process. */
  cpuMs: z.number(),
  /** Processor time of the event loop's thread. */
  loopMs: z.number(),
  rssBytes: z.number(),
});
export type Watched = z.infer<typeof Watched>;

export interface MeasuredServer {
  readonly address: string;
  /** Milliseconds from its start to the first response. */
  readonly startMs: number;
  watched(): Promise<Watched>;
  /** The process's peak memory; null if the system does not report it. */
  peakBytes(): Promise<number | null>;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');
const startPatienceMs = 120_000;
const stopPatienceMs = 20_000;

/**
 * Starts the product as `npm start` does (server/main.mjs in a separate process), over an installation's folder. `env`
 * has additional environment variables.
 */
export async function startServer(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<MeasuredServer> {
  const port = await freePort();
  const log = createWriteStream(join(dataDir, 'server.log'), { flags: 'a' });
  const begun = performance.now();
  const child = fork(join(root, 'server/main.mjs'), [], {
    cwd: root,
    execArgv: ['--max-semi-space-size=16', '--import', join(import.meta.dirname, 'watch-loop.ts')],
    // Applied here: the server would replace its process, and lose the channel to this one.
    env: { ...allocatorSettings, ...environment(dataDir, port), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stdout?.pipe(log);
  child.stderr?.pipe(log);
  // Stops the server however this process ends.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const address = `http://127.0.0.1:${port}`;
  const stop = async () => {
    process.off('exit', kill);
    await stopped(child);
    log.end();
  };
  try {
    await answers(address, child);
  } catch (error) {
    await stop();
    throw error;
  }
  const startMs = performance.now() - begun;
  return {
    address,
    startMs,
    watched: async () => {
      const answer = once(child, 'message');
      child.send('report');
      return Watched.parse((await answer)[0]);
    },
    peakBytes: () => peakOf(child.pid),
    stop,
  };
}

/** The product with its defaults: ignores the configuration of the caller's shell. */
const environment = (dataDir: string, port: number) => ({
  PATH: process.env['PATH'],
  TMPDIR: process.env['TMPDIR'],
  UV_THREADPOOL_SIZE: '24',
  DATA_DIR: dataDir,
  PORT: String(port),
  DEMO_DATA: '0',
});

async function answers(address: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + startPatienceMs;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    try {
      const answer = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(5000) });
      await answer.arrayBuffer();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`The server did not answer within ${startPatienceMs / 1000} s.`);
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs);
  await ended;
  clearTimeout(timer);
}

async function peakOf(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}
