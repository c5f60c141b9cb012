import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, isPortTaken, onFreePorts } from './free-port.ts';

export interface ClickHouseServer {
  /** With user and password, as `openClickHouseWarehouse` expects it. */
  readonly url: string;
  readonly tcpPort: number;
  /** Contains all files that it writes; removed when it stops. */
  readonly directory: string;
  stop(): Promise<void>;
  /** Leaves its connections open and returns nothing, as after a network failure. */
  freeze(): void;
  thaw(): void;
}

export interface ClickHouseServerOptions {
  /** Additional server configuration, XML within `<clickhouse>`: for example `remote_servers`. */
  readonly configuration?: string;
  /** A file of accounts to merge into the test's own, as in `users.d`. */
  readonly accounts?: string;
  /** Default: free ports. */
  readonly ports?: ServerPorts;
  /** The data folder, which remains when it stops; by default a separate folder. */
  readonly store?: string;
  /** The engine's library; one with replication serves parts at 127.0.0.3. */
  readonly library?: string;
}

export interface ServerPorts {
  readonly http: number;
  readonly tcp: number;
}

export const user = 'caged';
export const password = 'test-password';
/** The HTTP address; other servers reach it at 127.0.0.1. */
export const host = '127.0.0.2';
/** Sized for a busy machine; the wait ends early if the server ends. */
const readyWithinMs = 300_000;

/** Starts a real ClickHouse on free loopback ports; it ends with this process. */
export const startClickHouseServer = (
  options: ClickHouseServerOptions = {},
): Promise<ClickHouseServer> =>
  options.ports === undefined
    ? onFreePorts(async () => startAt({ http: await freePort(), tcp: await freePort() }, options))
    : startAt(options.ports, options);

async function startAt(
  ports: ServerPorts,
  options: ClickHouseServerOptions,
): Promise<ClickHouseServer> {
  const directory = await mkdtemp(join(tmpdir(), 'clickhouse-server-'));
  const hosts = options.library === undefined ? [host] : [host, '127.0.0.3'];
  const listening = hosts.map((each) => `<listen_host>${each}</listen_host>`).join('');
  const configFile = await writeConfiguration(
    directory,
    `${listening}${options.configuration ?? ''}`,
    options.accounts,
  );
  const program = fileURLToPath(new URL('clickhouse-server-child.ts', import.meta.url));
  const store = options.store ?? join(directory, 'store');
  const library = options.library === undefined ? [] : [options.library];
  const childArgs = [program, configFile, store, `${ports.http}`, `${ports.tcp}`, ...library];
  const child = spawn(process.execPath, childArgs, { stdio: ['pipe', 'ignore', 'pipe'] });
  const stop = async () => {
    await end(child);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await untilReady(child, `http://${host}:${ports.http}/ping`);
  } catch (error) {
    await stop();
    throw error;
  }
  const url = `http://${user}:${password}@${host}:${ports.http}`;
  const freeze = () => void child.kill('SIGSTOP');
  const thaw = () => void child.kill('SIGCONT');
  return { url, tcpPort: ports.tcp, directory, stop, freeze, thaw };
}

/** The server checks its memory once a second instead of many times. */
const unhurried = '<memory_worker_period_ms>1000</memory_worker_period_ms>';

async function writeConfiguration(
  directory: string,
  configuration: string,
  accounts?: string,
): Promise<string> {
  const usersFile = join(directory, 'users.xml');
  if (accounts !== undefined) {
    await mkdir(join(directory, 'users.d'));
    await writeFile(join(directory, 'users.d', 'accounts.xml'), accounts);
  }
  await writeFile(
    usersFile,
    `<clickhouse>
      <profiles><default/></profiles>
      <quotas><default/></quotas>
      <users>
        <default><password/><networks><ip>127.0.0.0/8</ip></networks><profile>default</profile></default>
        <${user}>
          <password>${password}</password>
          <networks><ip>127.0.0.0/8</ip></networks>
          <profile>default</profile>
          <quota>default</quota>
          <access_management>1</access_management>
        </${user}>
      </users>
    </clickhouse>`,
  );
  const configFile = join(directory, 'config.xml');
  await writeFile(
    configFile,
    `<clickhouse><users_config>${usersFile}</users_config>${unhurried}${configuration}</clickhouse>`,
  );
  return configFile;
}

async function untilReady(child: ChildProcess, pingUrl: string): Promise<void> {
  let output = '';
  child.stderr?.on('data', (text) => (output = `${output}${text}`.slice(-4000)));
  const giveUpAt = performance.now() + readyWithinMs;
  while (child.exitCode === null && child.signalCode === null && performance.now() < giveUpAt) {
    const isReady = await fetch(pingUrl, { signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.ok,
      () => false,
    );
    // Another process that has the port may answer instead.
    if (isPortTaken(output)) break;
    if (isReady) return;
    await sleep(50);
  }
  throw new Error(`ClickHouse did not start: ${output}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
