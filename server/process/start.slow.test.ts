import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import BetterSqlite3 from 'better-sqlite3';
import { freePort } from '../../tests/support/free-port.ts';
import { ownEnvironment } from '../../tests/support/processes.ts';
import { executedMigrations, knownMigrations } from '../platform/store/migrate.ts';
import { openStore } from '../platform/store/store.ts';
import { openWarehouse } from '../platform/warehouse/open.ts';
import { readConfig, type Config } from './installation/config.ts';
import { openMigratedStore } from './installation/installation.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'caged-start-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly output: () => string;
  readonly errors: () => string;
  readonly ended: Promise<unknown[]>;
}

function startProduct(env: Record<string, string>): Running {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.mjs')], {
    env: { ...ownEnvironment(), DATA_DIR: dataDir, PORT: '0', DEMO_DATA: '0', ...env },
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (said.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (said.stderr += String(chunk)));
  return {
    child,
    output: () => said.stdout,
    errors: () => said.stderr,
    ended: once(child, 'close'),
  };
}

/** The sentence of the only line of a start that failed. */
const fatalOf = ({ errors }: Running): string => JSON.parse(errors()).msg;

async function addressOf({ child, output, errors }: Running): Promise<string> {
  for (;;) {
    const address = /no ar: ([^\s"]+)/.exec(output())?.[1];
    if (address !== undefined) return address;
    if (child.exitCode !== null) throw new Error(errors());
    await once(child.stdout, 'data');
  }
}

test('leaves the first password to the start that may write the data, which prints it once and stops calmly', async () => {
  const busy = await openWarehouse({
    clickhouseUrl: undefined,
    directory: join(dataDir, 'warehouse'),
  });
  const refused = startProduct({});
  expect(await refused.ended).toEqual([1, null]);
  expect(refused.output()).not.toMatch(/Senha|E-mail/);
  await busy.close();
  // The product must create the folder itself; the test checks its permissions below.
  rmSync(join(dataDir, 'warehouse'), { recursive: true });

  const first = startProduct({});
  const address = await addressOf(first);
  const email = /E-mail: ([^\s"]+)/.exec(first.output())?.[1];
  const password = /Senha: +([^\s"]+)/.exec(first.output())?.[1];
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(await answer.json()).toMatchObject({
    email: 'admin@caged.local',
    role: 'ADMIN',
    mustChangePassword: true,
  });
  expect(first.errors()).not.toContain(password);
  for (const line of `${first.output()}${first.errors()}`.trim().split('\n'))
    expect(JSON.parse(line)).toHaveProperty('msg');
  first.child.kill('SIGTERM');
  expect(await first.ended).toEqual([0, null]);
  const modes = readdirSync(dataDir).map((name) => statSync(join(dataDir, name)).mode);
  expect(modes.every((mode) => (mode & 0o077) === 0)).toBe(true);
});

test('a later start prints no password, a further one says in one line that the data are open', async () => {
  const later = startProduct({});
  await addressOf(later);
  expect(later.output()).not.toContain('Senha');
  const further = startProduct({});
  expect(await further.ended).toEqual([1, null]);
  expect(fatalOf(further)).toBe(
    'Outro processo já usa os dados de DATA_DIR: encerre-o, ou escolha outra pasta.',
  );
  later.child.kill('SIGINT');
  expect(await later.ended).toEqual([0, null]);
});

test('a start goes on when nothing reads its output any more', async () => {
  const port = await freePort();
  const running = startProduct({ PORT: `${port}` });
  running.child.stdout.destroy();
  running.child.stderr.destroy();
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ status }) => status,
      () => undefined,
    );
  await expect.poll(() => running.child.exitCode ?? ready(), { timeout: 60_000 }).toBe(200);
  running.child.kill('SIGTERM');
  expect(await running.ended).toEqual([0, null]);
});

test('data that a server of an earlier version uses are not migrated by a start or a command', async () => {
  const earlier = startProduct({});
  await addressOf(earlier);
  const database = new BetterSqlite3(join(dataDir, 'app.sqlite'));
  const last = knownMigrations().at(-1);
  // Undoes the last migration.
  database.prepare('delete from kysely_migration where name = ?').run(last);
  database.exec('drop index reports_finished_of_company; drop index reports_finished_of_user');
  const sentence =
    'Um servidor de uma versão anterior usa os dados de DATA_DIR: encerre-o antes de usar esta versão, que atualiza os dados.';
  const further = startProduct({});
  expect(await further.ended).toEqual([1, null]);
  expect(fatalOf(further)).toBe(sentence);
  const config = readConfig({ DATA_DIR: dataDir });
  await expect(openMigratedStore(config)).rejects.toThrow(sentence);
  expect(await executedNow(config)).not.toContain(last);
  earlier.child.kill('SIGTERM');
  expect(await earlier.ended).toEqual([0, null]);
  await (await openMigratedStore(config)).close();
  expect(await executedNow(config)).toContain(last);
  database.close();
});

async function executedNow(config: Config): Promise<string[]> {
  const store = await openStore(config);
  const executed = await executedMigrations(store.db);
  await store.close();
  return executed;
}

test('a signal right after the server listens stops it as a later one does', async () => {
  const product = startProduct({});
  while (!product.errors().includes('listening at')) await once(product.child.stderr, 'data');
  product.child.kill('SIGTERM');
  expect(await product.ended).toEqual([0, null]);
});

test('a source and a mail server that never answer do not keep a process that stops', async () => {
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const address = mute.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const product = startProduct({ CAGED_SOURCE: `http://${host}/`, SMTP_URL: `smtp://${host}` });
  const health = await fetch(`${await addressOf(product)}/api/health`);
  expect(health.status).toBe(503);
  product.child.kill('SIGTERM');
  expect(await product.ended).toEqual([0, null]);
  mute.close();
});

test('a taken port or a bad host is said in one line, before anything is made', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const untouched = join(dataDir, 'untouched');
  const product = startProduct({ PORT: String(port), DATA_DIR: untouched });
  expect(await product.ended).toEqual([1, null]);
  expect(fatalOf(product)).toBe(
    `A porta ${port} já está em uso: encerre o outro programa ou escolha outra porta com a variável PORT.`,
  );
  taken.close();
  const elsewhere = startProduct({ HOST: '192.0.2.1', DATA_DIR: untouched });
  expect(await elsewhere.ended).toEqual([1, null]);
  expect(fatalOf(elsewhere)).toBe(
    'Não foi possível usar o endereço 192.0.2.1, porta 0: em HOST, use um endereço desta máquina, como 127.0.0.1.',
  );
  expect([product.output(), elsewhere.output(), existsSync(untouched)]).toEqual(['', '', false]);
});

test.each([
  [{ MAX_UPLOAD_MB: 'muito' }, /^Configuração inválida: MAX_UPLOAD_MB deve ser um número inteiro/],
  [{ CAGED_SOURCE: 'gopher://segredo' }, /^Configuração inválida: CAGED_SOURCE /],
  [
    { CLICKHOUSE_URL: 'http://u:segredo@127.0.0.1:1' },
    /^O ClickHouse de CLICKHOUSE_URL não respondeu: confira o endereço/,
  ],
  [{ DATA_DIR: '/dev/null' }, /^Não foi possível criar ou usar a pasta de DATA_DIR, \/dev\/null: /],
  [
    { DATA_DIR: '/proc/caged' },
    /^Não foi possível criar ou usar a pasta de DATA_DIR, \/proc\/caged: /,
  ],
])('says in one line what hinders the start: %j', async (env, line) => {
  const product = startProduct(env);
  expect(await product.ended).toEqual([1, null]);
  expect(fatalOf(product)).toMatch(line);
  expect(product.errors()).not.toContain('segredo');
});
