import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../server/platform/store/migrate.ts';
import { openStore } from '../../server/platform/store/store.ts';
import { startClickHouseCluster, type ClickHouseCluster } from '../support/clickhouse-cluster.ts';
import { password, user } from '../support/clickhouse-server.ts';
import { freePort } from '../support/free-port.ts';
import { newInstallation, type Installation } from '../support/installation.ts';
import { officialFile } from '../support/official-file.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';

// The environment of compose.cluster.yaml: accounts with only the product's permissions, and servers authenticated by
// the certificates of deploy/certificates.sh. ClickHouse's TLS does not run here: a Node proxy terminates TLS in front
// of it.
const deploy = join(import.meta.dirname, '../../deploy');
const read = (path: string) => readFileSync(join(deploy, path), 'utf8');
const ownPassword = 'a-senha-do-produto';

let folder: string;
let postgres: PostgresServer;
let cluster: ClickHouseCluster;
let installation: Installation;
let postgresPort: number;

const trust = () => join(folder, 'trust/ca.crt');
const databaseUrl = (how = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(trust())}`) =>
  `postgres://caged:${ownPassword}@localhost:${postgresPort}/caged${how}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caged-inner-'));
  chmodSync(folder, 0o755);
  makeCertificates();
  postgres = await startProductPostgres();
  process.env['CLICKHOUSE_PASSWORD'] = password;
  const accounts = read('clickhouse/users.xml')
    // The test's servers run additional statements, with a separate account.
    .replace('<default remove="remove"/>', '')
    .replace('<caged>', '<caged replace="replace">');
  cluster = await startClickHouseCluster({ shards: 1, accounts });
  installation = await newInstallation({
    databaseUrl: databaseUrl(),
    clickhouseUrl: cluster.urls,
    clickhouseCluster: cluster.name,
  });
});
afterAll(async () => {
  // The product never drops a database, and its account has no permission to.
  await installation.leave();
  await rm(installation.folder, { recursive: true });
  await cluster.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

function makeCertificates(): void {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const postgresOwner = uid === 0 ? '65534:65534' : `${uid}:${gid}`;
  const servers = [
    [join(folder, 'clickhouse'), `${uid}:${gid}`, 'clickhouse-1,localhost'],
    [join(folder, 'postgres'), postgresOwner, 'postgres,localhost'],
  ].flat();
  const places = [join(folder, 'authority'), join(folder, 'trust')];
  execFileSync('sh', [join(deploy, 'certificates.sh'), ...places, ...servers], { stdio: 'pipe' });
}

/** As in the image: the server's own account creates the accounts, then the server starts with TLS and access rules. */
async function startProductPostgres(): Promise<PostgresServer> {
  const directory = join(folder, 'server');
  mkdirSync(directory);
  const first = await startPostgres({ directory, settings: {}, isPersistent: true });
  const owner = new Client({ connectionString: first.address('postgres') });
  await owner.connect();
  const statements = read('postgres/accounts.sql')
    .replace(/^\\getenv .*$/m, '')
    .replace(":'password'", `'${ownPassword}'`)
    .split(/;\s*\n/);
  for (const statement of statements) await owner.query(statement);
  await owner.end();
  await first.stop();
  postgresPort = await freePort();
  const rules = join(directory, 'pg_hba.conf');
  writeFileSync(rules, read('postgres/pg_hba.conf'), { mode: 0o644 });
  const settings = {
    listen_addresses: 'localhost',
    port: `${postgresPort}`,
    ssl: 'on',
    ssl_cert_file: join(folder, 'postgres/server.crt'),
    ssl_key_file: join(folder, 'postgres/server.key'),
    hba_file: rules,
  };
  return startPostgres({ directory, settings, isPersistent: true });
}

/** One response of ClickHouse to the product's account: the text, or the error code. */
async function answerTo(query: string): Promise<string> {
  const { origin } = new URL(cluster.node(1, 1).url);
  const headers = { 'x-clickhouse-user': user, 'x-clickhouse-key': password };
  const answer = await fetch(origin, { method: 'POST', body: query, headers });
  const text = await answer.text();
  return answer.ok ? text.trim() : (/^Code: (\d+)/.exec(text)?.[1] ?? text);
}

test('are enough to migrate, load a month on a cluster and search it', async () => {
  const lines = Array.from({ length: 40 }, (_, place) => ({ salary: `${1500 + place},00` }));
  const loaded = await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', lines));
  expect(loaded).toMatchObject({ status: 'COMPLETED', release: 1 });
  const { statistics } = await installation.search({
    periodoInicio: '202307',
    periodoFim: '202307',
  });
  expect(statistics).toMatchObject({ count: 40, min: 1500, max: 1539, median: 1519.5 });
});

const denied = '497';
test.each([
  ["select * from file('/etc/passwd', 'LineAsString')", denied],
  ["select * from url('http://127.0.0.1:1/', 'LineAsString')", denied],
  ["select * from s3('http://127.0.0.1:1/bucket/x.csv')", denied],
  ["select * from mysql('127.0.0.1:1', 'a', 'b', 'c', 'd')", denied],
  ["insert into function file('x.csv', 'CSV', 'x String') values ('x')", denied],
  ['create table caged.f (x String) engine = File(CSV)', denied],
  ["create table caged.u (x String) engine = URL('http://127.0.0.1:1/', 'CSV')", denied],
  ['create database other', denied],
  ['create user other', denied],
  ['grant select on *.* to caged', denied],
  ["alter user caged identified by 'x'", denied],
  ['drop user default', denied],
  ['select * from system.users', denied],
  ['select * from system.query_log', '60'],
  ['select * from default.x', '60'],
  ['system shutdown', denied],
])('let ClickHouse refuse: %s', async (query, code) => {
  expect(await answerTo(query)).toBe(code);
});

test('let PostgreSQL refuse what is not in its own database', async () => {
  const client = new Client({ connectionString: databaseUrl() });
  await client.connect();
  const code = async (statement: string) =>
    client.query(statement).then(
      () => 'allowed',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
    );
  const denials = [
    'create role other',
    'create database other',
    'alter role caged superuser',
    "select pg_read_file('/etc/passwd')",
    "copy (select 1) to program 'true'",
    "copy (select 1) to '/tmp/x'",
    'select * from pg_authid',
    'create extension file_fdw',
    'alter system set log_connections = on',
  ];
  for (const statement of denials)
    expect([statement, await code(statement)]).toEqual([statement, '42501']);
  await client.end();
});

const reached = (address: string) =>
  openStore({ databaseUrl: address, dataDir: '' }).then(
    (store) => store.close().then(() => 'reached'),
    () => 'refused',
  );

test('come to PostgreSQL by TLS alone, whose certificate is of the authority and the name', async () => {
  expect(await reached(databaseUrl())).toBe('reached');
  expect(await reached(databaseUrl('?sslmode=disable'))).toBe('refused');
  expect(await reached(databaseUrl('?sslmode=verify-full'))).toBe('refused');
  expect(await reached(databaseUrl().replace('@localhost', '@127.0.0.1'))).toBe('refused');
  expect(await reached(databaseUrl().replace('/caged?', '/postgres?'))).toBe('refused');
  expect(await reached(databaseUrl().replace(ownPassword, 'errada'))).toBe('refused');
});

test('come to ClickHouse by TLS, whose certificate is of the authority and the name', async () => {
  const { host } = new URL(cluster.node(1, 1).url);
  const [name = '', port = ''] = host.split(':');
  const files = { key: 'clickhouse/server.key', cert: 'clickhouse/server.crt' };
  const tls = Object.entries(files).map(([key, path]) => [key, readFileSync(join(folder, path))]);
  const proxy = createServer(Object.fromEntries(tls), (outside) => {
    const inside = connect({ host: name, port: Number(port) });
    outside.on('error', () => inside.destroy()).pipe(inside);
    inside.on('error', () => outside.destroy()).pipe(outside);
  });
  proxy.on('tlsClientError', () => undefined).listen(0, 'localhost');
  await once(proxy, 'listening');
  const address = proxy.address();
  const ownPort = typeof address === 'object' ? address?.port : undefined;
  const reach = async (at: string, authority: string | undefined) => {
    const child = join(import.meta.dirname, '../support/reach-child.ts');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [child, `https://${user}:${password}@${at}:${ownPort}`],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority } },
    );
    return stdout;
  };
  try {
    expect(await reach('localhost', trust())).toBe('[{"one":1}]');
    expect(await reach('localhost', undefined)).toContain('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    expect(await reach('127.0.0.1', trust())).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
  } finally {
    proxy.close();
  }
});

// The last test: it empties the product's database, as docs/operacao.md does before a return to an earlier version.
test('own all that any version created in PostgreSQL, so that one statement leaves an empty database', async () => {
  const client = new Client({ connectionString: databaseUrl() });
  await client.connect();
  // Tables of a later version, which the restore of an earlier one neither knows nor can drop.
  await client.query('create table later (number integer references releases (number))');
  await client.query('drop owned by caged');
  const left = await client.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace",
  );
  expect(left.rows).toEqual([]);
  await client.end();
  const store = await openStore({ databaseUrl: databaseUrl(), dataDir: '' });
  await migrate(store);
  await store.close();
});
