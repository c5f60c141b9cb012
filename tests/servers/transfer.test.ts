import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readableRelease } from '../../server/answers/query/release.ts';
import { recordAct } from '../../server/people/audit/audit.ts';
import { runCommand } from '../../server/process/command/command.ts';
import { AppError } from '../../server/platform/errors.ts';
import { hashPassword } from '../../server/people/identity/passwords.ts';
import { startSession } from '../../server/people/identity/sessions.ts';
import { insertUser } from '../../server/people/identity/users.ts';
import { createLogger } from '../../server/process/installation/log.ts';
import { releaseFingerprint } from '../../server/registry/releases/fingerprint.ts';
import { claimWarehouse } from '../../server/process/installation/reach-warehouse.ts';
import { openWarehouse } from '../../server/platform/warehouse/open.ts';
import { prepareWarehouse } from '../../server/platform/warehouse/schema.ts';
import {
  executedMigrations,
  knownMigrations,
  migrate,
} from '../../server/platform/store/migrate.ts';
import { timedWarehouse } from '../../server/platform/observability/timed-warehouse.ts';
import { openStore } from '../../server/platform/store/store.ts';
import { withExclusiveAccess } from '../../server/process/transfer/exclusive-access.ts';
import { currentRelease } from '../../server/platform/store/current-release.ts';
import { folderFiles } from '../../server/platform/files/folder-files.ts';
import { queueUpload } from '../../server/registry/ingest/uploads.ts';
import { sweepOrphans } from '../../server/registry/ingest/orphans.ts';
import { writeBackup } from '../../server/process/transfer/backup-folder.ts';
import { BackupSeal } from '../../server/process/transfer/manifest.ts';
import {
  backupRunner,
  findBackup,
  queueBackup,
} from '../../server/process/transfer/backup-jobs.ts';
import { readInstallation } from '../../server/process/transfer/installation-source.ts';
import { leftOutOfBackups } from '../../server/process/transfer/app-rows.ts';
import { startClickHouseCluster } from '../support/clickhouse-cluster.ts';
import { startClickHouseServer, type ClickHouseServer } from '../support/clickhouse-server.ts';
import { openInstallation, type Installation } from '../support/installation.ts';
import { embeddedProcess } from '../support/processes.ts';
import { officialFile } from '../support/official-file.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import { testApp } from '../support/test-app.ts';

const root = join(import.meta.dirname, '../..');
const clock = () => new Date();
const silent = createLogger({ write: () => undefined });
const password = 'Quase-Verde-Ontem-27';
const ana = {
  email: 'Ana@Exemplo.com.br',
  firstName: 'Ana',
  lastName: 'Júlia',
  role: 'ADMIN',
  mustChangePassword: false,
} as const;
const july = { periodoInicio: '202306', periodoFim: '202307' };

/** All installations here have the same key, so that one can restore the backups of another. */
const secretKey = 'a key of thirty-two characters, and more';
const seal = new BackupSeal(Buffer.from(secretKey));

let place: string;
let server: ClickHouseServer;
let source: string;
let expected: Awaited<ReturnType<typeof contentOf>>;
let backup: string;

/** The content that must be the same on every kind of storage. */
async function contentOf(installation: Installation) {
  const { store, warehouse } = installation;
  const { results, statistics, totalCount, method } = await installation.counted(july);
  const release = await currentRelease(store);
  const rejections = await warehouse.rows({
    text: 'select batch, line, column, reason, hex(raw) as raw, copies from rejections order by all',
  });
  const users = await store.db.selectFrom('users').selectAll().orderBy('id').execute();
  const audit = await store.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
  const reports = await store.db.selectFrom('reports').selectAll().orderBy('id').execute();
  return {
    answer: { results, statistics, totalCount, method },
    fingerprint: await releaseFingerprint(warehouse, release),
    release: { ...release, files: release.files.toSorted((a, b) => a.batch - b.batch) },
    rejections,
    users,
    audit,
    reports,
  };
}

async function makeBackup({ store, folder, databaseUrl, warehouse }: Installation, target: string) {
  const storeOptions = { databaseUrl, dataDir: folder };
  const files = folderFiles(folder);
  const runner = backupRunner({ store, storeOptions, warehouse, files, seal, clock }, silent);
  const id = await queueBackup(store, target, clock);
  await runner.drain();
  return findBackup(store, id);
}

/** Runs a command in this process, which may have only one embedded warehouse open at a time. */
async function command(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  said.length = 0;
  const code = await runCommand(args, { SECRET_KEY: secretKey, ...env });
  return { code, said: said.join('\n') };
}

/** Runs a command in a separate process, which kills itself as soon as its error output contains a text. */
async function killedAt(
  text: string,
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
) {
  const killing = `
    const write = process.stderr.write.bind(process.stderr);
    let said = '';
    process.stderr.write = (chunk, ...rest) => {
      write(chunk, ...rest);
      said += chunk;
      if (said.includes(${JSON.stringify(text)})) process.kill(process.pid, 'SIGKILL');
    };`;
  const child = spawn(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(killing)}`,
      join(root, 'server/process/command/main.mjs'),
      ...args,
    ],
    { env: { ...process.env, SECRET_KEY: secretKey, ...env }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const [, signal] = await once(child, 'close');
  return { signal, output };
}

/** Runs a command in a separate process, which is killed as soon as it sends ClickHouse a statement with a text. */
async function killedAtStatement(
  text: string,
  clickhouseUrl: string,
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<void> {
  const proxy = createServer();
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = z.object({ port: z.number() }).parse(proxy.address());
  const CLICKHOUSE_URL = Object.assign(new URL(clickhouseUrl), { host: `127.0.0.1:${port}` }).href;
  const main = join(root, 'server/process/command/main.mjs');
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, SECRET_KEY: secretKey, ...env, CLICKHOUSE_URL },
    stdio: 'ignore',
  });
  const closed = once(child, 'close');
  const pass = async (requested: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await requested.toArray());
    if (body.includes(text)) {
      child.kill('SIGKILL');
      return;
    }
    const { method = 'GET', url = '/', headers } = requested;
    const passed = sendRequest(new URL(url, clickhouseUrl), { method, headers }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
    });
    passed.end(body);
  };
  proxy.on('request', (requested, response) => void pass(requested, response));
  expect(await closed).toEqual([null, 'SIGKILL']);
  proxy.close();
}

async function* failingWith(error: Error): AsyncGenerator<Uint8Array> {
  yield Buffer.from('["');
  throw error;
}

const said: string[] = [];
const newFolder = () => mkdtemp(join(place, 'data-'));

/** Opens an installation while a callback inspects it. */
async function within<Result>(
  servers: Parameters<typeof openInstallation>[1] & { readonly folder: string },
  look: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const installation = await openInstallation(servers.folder, servers, 'embedded');
  try {
    return await look(installation);
  } finally {
    await installation.leave();
  }
}

beforeAll(async () => {
  for (const stream of ['error', 'log'] as const) {
    vi.spyOn(console, stream).mockImplementation((line: unknown) => void said.push(String(line)));
  }
  place = await mkdtemp(join(tmpdir(), 'caged-transfer-'));
  server = await startClickHouseServer();
  source = await newFolder();
  const original = await openInstallation(source, {}, 'embedded');
  const lines = Array.from({ length: 300 }, (_, index) => ({
    salary: `${1500 + index},37`,
    age: index % 7 ? '30' : '',
  }));
  await original.load(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [...lines, { salary: 'x\ty"\\é' }]),
    await officialFile('CAGEDFOR202307.txt', 'FOR', [{}, { salary: '' }]),
  );
  await original.load(
    await officialFile('CAGEDEXC202308.txt', 'EXC', [{ salary: '1500,37', age: '' }]),
  );
  const { id } = await insertUser(
    original.store.db,
    { ...ana, companyId: null },
    await hashPassword(password),
    clock(),
  );
  await startSession(original.store.db, id, clock());
  await recordAct(original.store.db, {
    action: 'session.started',
    actor: { userId: id, address: '127.0.0.1' },
    at: clock(),
  });
  await mkdir(join(original.folder, 'reports'), { recursive: true });
  await writeFile(join(original.folder, 'reports', 'um.pdf'), 'documento');
  const nothing = {
    company_id: null,
    progress: null,
    message: null,
    sha256: null,
    description: null,
  };
  const idle = { finished_at: null, expires_at: null, worker: null, lease_until: null };
  const document = { file: 'um.pdf', file_size: 9, created_at: clock().toISOString() };
  const report = {
    id: 'um',
    user_id: id,
    type: 'PDF',
    name: 'Um',
    selections: '[]',
    release: 1,
  } as const;
  await original.store.db
    .insertInto('reports')
    .values({ ...report, status: 'COMPLETED', ...document, ...nothing, ...idle })
    .execute();
  await mkdir(join(original.folder, 'uploads', 'pasta'), { recursive: true });
  await writeFile(join(original.folder, 'uploads', 'pasta', 'CAGEDMOV202309.txt'), 'recebido');
  const file = {
    name: 'CAGEDMOV202309.txt',
    path: 'uploads/pasta/CAGEDMOV202309.txt',
    stated: {},
    bytes: 8,
  };
  const failed = { origin: 'web', competencia: null, createdBy: null, files: [file] } as const;
  const uploadId = await queueUpload(original.store, failed, clock);
  await original.store.db
    .updateTable('uploads')
    .set({ status: 'FAILED' })
    .where('id', '=', uploadId)
    .execute();
  await mkdir(join(original.folder, 'outbox'), { recursive: true });
  await writeFile(join(original.folder, 'outbox', 'carta.eml'), 'link secreto');
  expected = await contentOf(original);
  backup = join(place, 'backup');
  expect(await makeBackup(original, backup)).toMatchObject({ status: 'DONE' });
  await original.leave();
});
afterAll(async () => {
  await server.stop();
  await rm(place, { recursive: true, force: true });
});

test('the installation has lines, exclusions and rejected lines to carry', () => {
  expect(expected.fingerprint).toMatchObject({ lines: 301, exclusions: 1 });
  expect(expected.rejections).toHaveLength(1);
});

describe('a backup', () => {
  test('of an installation in use, restored in an empty place, is the same, and its people sign in', async () => {
    const folder = await newFolder();
    const { code, said: lines } = await command({ DATA_DIR: folder }, 'restore', backup);
    expect(lines).toContain('Restaurado e conferido');
    expect(code).toBe(0);
    expect(await readFile(join(folder, 'reports', 'um.pdf'), 'utf8')).toBe('documento');
    const received = join(folder, 'uploads', 'pasta', 'CAGEDMOV202309.txt');
    expect(await readFile(received, 'utf8')).toBe('recebido');
    const ordered = (await readdir(join(folder, 'ranked'))).map((name) => name.slice(0, 6));
    await within({ folder }, async (restored) => {
      expect(await contentOf(restored)).toEqual(expected);
      const { months } = readableRelease(await currentRelease(restored.store));
      expect(ordered.toSorted()).toEqual(months);
      expect(await restored.store.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
      const { store } = restored;
      const app = await testApp({
        store,
        clock,
        logger: silent,
      });
      const payload = { email: 'ana@exemplo.com.br', password };
      const entered = await app.inject({ method: 'POST', url: '/api/login', payload });
      expect(entered.statusCode).toBe(200);
      await app.close();
      const august = { month: '202308', declared_month: '202308' };
      const next = await officialFile('CAGEDMOV202308.txt', 'MOV', [august]);
      expect(await restored.load(next)).toMatchObject({ status: 'COMPLETED', release: 3 });
    });
  });

  test('contains no sessions, links or mails, and only its owner can read it', async () => {
    const names = await readdir(backup, { recursive: true });
    expect(names).toContain(join('app', 'users.jsonl.zst'));
    expect(names.filter((name) => /session|password_reset|secret|outbox|\.eml/.test(name))).toEqual(
      [],
    );
    expect((await stat(backup)).mode & 0o077).toBe(0);
  });

  test('that is damaged, cut or unfinished is refused before anything is written', async () => {
    const manifest = await readFile(join(backup, 'manifest.json'), 'utf8');
    const users = await readFile(join(backup, 'app', 'users.jsonl.zst'));
    const spoilt = Buffer.from(users);
    spoilt.writeUInt8(255 - spoilt.readUInt8(spoilt.length >> 1), spoilt.length >> 1);
    const damages = [
      [join('app', 'users.jsonl.zst'), spoilt, 'users.jsonl.zst não é o que foi gravado'],
      [join('app', 'users.jsonl.zst'), users.subarray(0, -1), 'não é o que foi gravado'],
      ['manifest.json', manifest.replace('"rows":300', '"rows":301'), 'manifest.json não confere'],
      ['manifest.json', manifest.slice(0, -9), 'manifest.json não confere'],
    ] as const;
    const untouched = join(place, 'untouched');
    for (const [name, content, sentence] of damages) {
      const whole = await readFile(join(backup, name));
      expect(Buffer.from(content).equals(whole)).toBe(false);
      await writeFile(join(backup, name), content);
      const refused = await command({ DATA_DIR: untouched }, 'restore', backup);
      await writeFile(join(backup, name), whole);
      expect(refused).toEqual({ code: 1, said: expect.stringContaining(sentence) });
    }
    const none = await command({ DATA_DIR: untouched }, 'restore', place);
    expect(none).toEqual({ code: 1, said: expect.stringContaining('Não há um backup completo') });
    const unreadable = join(place, 'unreadable');
    await mkdir(join(unreadable, 'manifest.json'), { recursive: true });
    for (const folder of [unreadable, join(backup, 'manifest.json')]) {
      const { code, said: why } = await command({ DATA_DIR: untouched }, 'restore', folder);
      expect([code, why]).toEqual([1, expect.stringContaining('Não é possível ler o backup em')]);
    }
    await expect(stat(untouched)).rejects.toThrow('ENOENT');
  });

  test('replaces an installation only on request, and what was there is set aside', async () => {
    const folder = await newFolder();
    const may = { month: '202305', declared_month: '202305' };
    const path = await officialFile('CAGEDMOV202305.txt', 'MOV', [may]);
    await within({ folder }, (other) => other.load(path));
    const refused = await command({ DATA_DIR: folder }, 'restore', backup);
    expect(refused).toEqual({ code: 1, said: expect.stringContaining('já tem dados') });
    const done = await command({ DATA_DIR: folder }, 'restore', backup, '--overwrite');
    expect(done.said).toContain('foi guardado em');
    await within({ folder }, async (it) => expect(await contentOf(it)).toEqual(expected));
    const aside = (await readdir(folder)).find((name) => name.startsWith('before-restore-')) ?? '';
    await within({ folder: join(folder, aside) }, async (old) => {
      expect((await currentRelease(old.store)).files).toMatchObject([{ month: '202305' }]);
    });
  });

  test('a restore that was killed after it set the old data aside is reported, and a repeated run completes it', async () => {
    const folder = await newFolder();
    const may = { month: '202305', declared_month: '202305' };
    const path = await officialFile('CAGEDMOV202305.txt', 'MOV', [may]);
    await within({ folder }, (other) => other.load(path));
    const args = ['restore', backup, '--overwrite'];
    const killed = await killedAt('foi guardado em', { DATA_DIR: folder }, ...args);
    expect(killed.signal, killed.output).toBe('SIGKILL');
    const aside = (await readdir(folder)).find((name) => name.startsWith('before-restore-')) ?? '';
    for (const name of ['status', 'fingerprint']) {
      const result = await command({ DATA_DIR: folder }, name);
      expect(result.code).toBe(1);
      expect(result.said).toContain('foi interrompida: repita o comando');
      expect(result.said).toContain(join(folder, aside));
    }
    const started = embeddedProcess(folder);
    await expect(started.start()).rejects.toThrow('foi interrompida: repita o comando');
    const halfway = await killedAt('exclusões: lote 1', { DATA_DIR: folder }, ...args);
    expect(halfway.signal, halfway.output).toBe('SIGKILL');
    expect((await command({ DATA_DIR: folder }, 'status')).said).toContain(join(folder, aside));
    expect((await command({ DATA_DIR: folder }, ...args)).said).toContain('Restaurado e conferido');
    await within({ folder }, async (it) => expect(await contentOf(it)).toEqual(expected));
    await within({ folder: join(folder, aside) }, async (old) => {
      expect((await currentRelease(old.store)).files).toMatchObject([{ month: '202305' }]);
    });
    expect((await command({ DATA_DIR: folder }, 'status')).code).toBe(0);
  });

  test('a restore that was killed while it emptied ClickHouse is completed by a repeated run', async () => {
    const folder = await newFolder();
    const own = await startClickHouseServer();
    const opened = { folder, clickhouseUrl: own.url };
    const may = { month: '202305', declared_month: '202305' };
    const path = await officialFile('CAGEDMOV202305.txt', 'MOV', [may]);
    await within(opened, (other) => other.load(path));
    const args = ['restore', backup, '--overwrite'];
    await killedAtStatement('delete from movements', own.url, { DATA_DIR: folder }, ...args);
    const done = await command({ DATA_DIR: folder, CLICKHOUSE_URL: own.url }, ...args);
    expect(done.said).toContain('Restaurado e conferido');
    await within(opened, async (it) => expect(await contentOf(it)).toEqual(expected));
    await own.stop();
  });

  test('is of one moment, also while a release is published, another removed and its rows swept', async () => {
    const folder = await newFolder();
    expect((await command({ DATA_DIR: folder }, 'restore', backup)).code).toBe(0);
    const steady = join(place, 'steady');
    const others = Array.from({ length: 300 }, () => ({ salary: '9999,00' }));
    const path = await officialFile('CAGEDMOV202307.txt', 'MOV', others);
    await within({ folder }, async (installation) => {
      const { store, warehouse } = installation;
      const id = await queueBackup(store, steady, clock);
      const lease = { status: 'RUNNING', lease_until: '2999-01-01T00:00:00.000Z' } as const;
      await store.db.updateTable('backups').set(lease).where('id', '=', id).execute();
      const reading = { store: { databaseUrl: undefined, dataDir: folder }, warehouse, clock };
      const what = {
        leftOut: leftOutOfBackups,
        files: folderFiles(folder),
        print: () => undefined,
      };
      await readInstallation({ ...reading, ...what }, async (moment) => {
        const published = await installation.loadApproved(path);
        expect(published).toMatchObject({ status: 'COMPLETED', release: 3 });
        for (const table of ['release_files', 'release_months'] as const) {
          await store.db.deleteFrom(table).where('release', '<', 3).execute();
        }
        await sweepOrphans(store, warehouse, clock);
        await writeBackup(moment, steady, { print: () => undefined, seal });
      });
      await store.db.updateTable('backups').set({ status: 'DONE' }).execute();
      await sweepOrphans(store, warehouse, clock);
      const left = await warehouse.rows({ text: 'select 1 from movements where batch = 1' });
      expect(left).toEqual([]);
    });
    const restored = await newFolder();
    expect((await command({ DATA_DIR: restored }, 'restore', steady)).code).toBe(0);
    await within({ folder: restored }, async (it) => expect(await contentOf(it)).toEqual(expected));
  });

  test('of this version gets its schema, and of a newer or too old one is refused and replaces nothing', async () => {
    const folder = await newFolder();
    const old = join(place, 'old');
    const storeOptions = { databaseUrl: undefined, dataDir: folder };
    const store = await openStore(storeOptions);
    await migrate(store);
    const warehouse = await openWarehouse({
      clickhouseUrl: undefined,
      directory: join(folder, 'warehouse'),
    });
    await prepareWarehouse(warehouse);
    await claimWarehouse(store, warehouse);
    const now = clock().toISOString();
    await store.db
      .insertInto('users')
      .values({
        id: randomUUID(),
        email: ana.email,
        email_lower: ana.email,
        first_name: ana.firstName,
        last_name: ana.lastName,
        role: ana.role,
        company_id: null,
        is_active: 1,
        password_hash: 'hash',
        created_at: now,
        updated_at: now,
      })
      .execute();
    const reading = { store: storeOptions, warehouse, clock, leftOut: leftOutOfBackups };
    const files = folderFiles(folder);
    const known = knownMigrations();
    const others = [
      ['versão mais nova', [...known, '9999-of-tomorrow']],
      ['versão muito antiga', known.slice(0, 3)],
    ] as const;
    await readInstallation({ ...reading, files, print: () => undefined }, async (moment) => {
      const writing = { print: () => undefined, seal };
      await writeBackup(moment, old, writing);
      for (const [name, migrations] of others) {
        const manifest = { ...moment.manifest, migrations: [...migrations] };
        await writeBackup({ ...moment, manifest }, join(place, name), writing);
      }
    });
    await warehouse.close();
    await store.close();
    const before = await readdir(folder);
    for (const [name] of others) {
      const args = ['restore', join(place, name), '--overwrite'];
      const refused = await command({ DATA_DIR: folder }, ...args);
      expect(refused).toEqual({ code: 1, said: expect.stringContaining(name) });
      expect(await readdir(folder)).toEqual(before);
    }
    const target = await newFolder();
    expect((await command({ DATA_DIR: target }, 'restore', old)).code).toBe(0);
    const restored = await openStore({ ...storeOptions, dataDir: target });
    expect(await executedMigrations(restored.db)).toEqual(knownMigrations());
    expect(await restored.db.selectFrom('users').select('email').execute()).toEqual([
      { email: ana.email },
    ]);
    await restored.close();
  });

  test('is not written over another one, nor where another is being written', async () => {
    const again = await command({ DATA_DIR: source }, 'backup', backup);
    expect(again).toEqual({ code: 1, said: expect.stringContaining('não está vazia') });
    await within({ folder: source }, async ({ store, warehouse }) => {
      const target = join(place, 'by two');
      const [first, second] = [await queueBackup(store, target, clock), randomUUID()];
      const row = await findBackup(store, first);
      if (row === undefined) throw new Error('The backup is gone.');
      await store.db
        .insertInto('backups')
        .values({ ...row, id: second })
        .execute();
      const lease_until = '2999-01-01T00:00:00.000Z';
      const be = (status: 'RUNNING' | 'DONE') =>
        store.db
          .updateTable('backups')
          .set({ status, worker: 'other', lease_until })
          .where('id', '=', first)
          .execute();
      await be('RUNNING');
      const storeOptions = { databaseUrl: undefined, dataDir: source };
      const files = folderFiles(source);
      const runner = backupRunner({ store, storeOptions, warehouse, files, seal, clock }, silent);
      await runner.drain();
      expect(await findBackup(store, second)).toMatchObject({ status: 'PENDING' });
      await be('DONE');
      await runner.drain();
      expect(await findBackup(store, second)).toMatchObject({ status: 'DONE' });
    });
  });

  test('that does not fit on the disk fails with advice, and leaves no files', async () => {
    await within({ folder: source }, async ({ store, warehouse }) => {
      const target = join(place, 'too large');
      const storeOptions = { databaseUrl: undefined, dataDir: source };
      const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      const silentBucket = new AppError('arquivos_inalcancaveis', 503, 'O balde não respondeu.');
      for (const [error, sentence] of [
        [full, 'O disco está cheio'],
        [silentBucket, 'O balde não respondeu.'],
      ] as const) {
        const whole = timedWarehouse(warehouse, () => undefined);
        const failing = { ...whole, bytes: () => failingWith(error) };
        const files = folderFiles(source);
        const jobs = { store, storeOptions, warehouse: failing, files, seal, clock };
        const id = await queueBackup(store, target, clock);
        // Some errors are also for the log.
        await Promise.allSettled([backupRunner(jobs, silent).drain()]);
        expect(await findBackup(store, id)).toMatchObject({
          status: 'FAILED',
          message: expect.stringContaining(sentence),
        });
      }
      expect((await readdir(place)).filter((name) => name.startsWith('too large'))).toEqual([]);
    });
    await writeFile(join(place, 'file'), '');
    const inFile = await command({ DATA_DIR: source }, 'backup', join(place, 'file', 'x'));
    expect(inFile).toEqual({ code: 1, said: expect.stringContaining('não é uma pasta') });
    const inProc = await command({ DATA_DIR: source }, 'backup', '/proc/backup');
    expect(inProc).toEqual({ code: 1, said: expect.stringContaining('escolha outra pasta') });
    const away = { DATA_DIR: await newFolder(), CLICKHOUSE_URL: 'http://u:segredo@127.0.0.1:1' };
    const unreached = await command(away, 'restore', backup);
    expect(unreached).toEqual({
      code: 1,
      said: expect.stringContaining('não respondeu: confira o endereço'),
    });
    expect(unreached.said).not.toContain('segredo');
    const nowhere = await command({ DATA_DIR: '/proc/caged' }, 'restore', backup);
    expect(nowhere).toEqual({ code: 1, said: expect.stringContaining('a pasta de DATA_DIR') });
  });

  test('moves from one form of installation to the other and back', async () => {
    const servers = { DATABASE_URL: await freshDatabase(), CLICKHOUSE_URL: server.url };
    const folder = await newFolder();
    const neighbours = new Client({ connectionString: servers.DATABASE_URL });
    await neighbours.connect();
    await neighbours.query(`
      create schema vizinho;
      create table vizinho.users (nome text);
      create table clientes_do_vizinho (nome text);
      insert into clientes_do_vizinho values ('Ana');
      create function conta_do_vizinho() returns int language sql as 'select 1'`);
    const there = await command({ ...servers, DATA_DIR: folder }, 'restore', backup);
    expect(there.said).toContain('Restaurado e conferido');
    const opened = { folder, databaseUrl: servers.DATABASE_URL, clickhouseUrl: server.url };
    await within(opened, async (it) => expect(await contentOf(it)).toEqual(expected));
    const second = join(place, 'second');
    const made = await command({ ...servers, DATA_DIR: folder }, 'backup', second);
    expect(made).toEqual({ code: 0, said: expect.stringContaining('Backup feito') });
    const back = await newFolder();
    expect((await command({ DATA_DIR: back }, 'restore', second)).code).toBe(0);
    await within({ folder: back }, async (it) => expect(await contentOf(it)).toEqual(expected));
    const emptied = await command(
      { ...servers, DATA_DIR: folder },
      'restore',
      second,
      '--overwrite',
    );
    expect(emptied.said).toContain('Restaurado e conferido');
    await within(opened, async (it) => expect(await contentOf(it)).toEqual(expected));
    const { rows } = await neighbours.query(
      'select nome, conta_do_vizinho() as conta from clientes_do_vizinho',
    );
    expect(rows).toEqual([{ nome: 'Ana', conta: 1 }]);
    const alive = await openStore({ databaseUrl: servers.DATABASE_URL, dataDir: folder });
    const args = ['restore', second, '--overwrite'];
    const running = await command({ ...servers, DATA_DIR: folder }, ...args);
    expect(running).toEqual({ code: 1, said: expect.stringContaining('pare todos') });
    await alive.close();
    await neighbours.end();
  });

  test('is not written by two processes at once, and that of the first stays complete', async () => {
    for (const databaseUrl of [undefined, await freshDatabase()]) {
      const folder = await newFolder();
      const env = { DATA_DIR: folder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
      const second = await withExclusiveAccess({ databaseUrl, dataDir: folder }, () =>
        command(env, 'restore', backup, '--overwrite'),
      );
      expect(second).toEqual({ code: 1, said: expect.stringContaining('está em andamento') });
      expect((await command(env, 'restore', backup)).code).toBe(0);
    }
  });
});

/** A cluster that ends with the test. */
async function startCluster() {
  const cluster = await startClickHouseCluster();
  return { ...cluster, [Symbol.asyncDispose]: () => cluster.stop() };
}

/** A copy of the backup with changed contents and a matching checksum; the files stay unchanged. */
async function forged(change: (contents: Forgeable) => void): Promise<string> {
  const folder = join(place, `forged ${randomUUID()}`);
  await cp(backup, folder, { recursive: true });
  const path = join(folder, 'manifest.json');
  const { contents, signature } = ForgeableManifest.parse(JSON.parse(await readFile(path, 'utf8')));
  change(contents);
  const checksum = createHash('sha256').update(JSON.stringify(contents)).digest('hex');
  await writeFile(path, JSON.stringify({ seal: checksum, signature, contents }));
  return folder;
}

const ForgeableManifest = z.object({
  signature: z.string(),
  contents: z.looseObject({
    manifest: z.looseObject({
      app: z.array(z.looseObject({ name: z.string(), columns: z.array(z.string()) })),
      warehouse: z.array(
        z.looseObject({
          name: z.string(),
          columns: z.array(z.looseObject({ name: z.string() })),
        }),
      ),
      files: z.array(z.looseObject({ path: z.string() })),
    }),
  }),
});
type Forgeable = z.infer<typeof ForgeableManifest>['contents'];

describe('a forged backup', () => {
  const trusting = ['--without-seal'];

  test('is refused without the key of the installation that made it, also where there is no key', async () => {
    const folder = await forged(
      ({ manifest }) => void (manifest.createdAt = '2020-01-01T00:00:00Z'),
    );
    for (const env of [{}, { SECRET_KEY: 'x'.repeat(32) }, { SECRET_KEY: '' }]) {
      const untouched = join(place, 'untouched by forgery');
      const refused = await command({ DATA_DIR: untouched, ...env }, 'restore', folder);
      expect(refused).toEqual({ code: 1, said: expect.stringContaining('O selo deste backup') });
      await expect(stat(untouched)).rejects.toThrow('ENOENT');
    }
    const foreign = { DATA_DIR: await newFolder(), SECRET_KEY: 'y'.repeat(32) };
    const genuine = await command(foreign, 'restore', backup);
    expect(genuine).toEqual({ code: 1, said: expect.stringContaining('O selo deste backup') });
    const taken = await command(foreign, 'restore', backup, ...trusting);
    expect(taken.said).toContain('ATENÇÃO: o selo do backup não foi conferido');
    expect(taken.said).toContain('Restaurado e conferido');
  });

  test('with SQL as the type of a column runs none of it: types are the product’s own', async () => {
    const calls: string[] = [];
    const listener = createServer((request, response) => {
      calls.push(request.url ?? '');
      response.end('1\n');
    });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = z.object({ port: z.number() }).parse(listener.address());
    const url = `url('http://127.0.0.1:${address.port}/', 'CSV', 'x UInt32')`;
    try {
      const folder = await forged(({ manifest }) => {
        for (const column of manifest.warehouse.flatMap(({ columns }) => columns)) {
          column.type = `UInt32) + (select any(x) from ${url}`;
        }
      });
      const target = await newFolder();
      const done = await command({ DATA_DIR: target }, 'restore', folder, ...trusting);
      expect(done.said).toContain('Restaurado e conferido');
      expect(calls).toEqual([]);
      await within({ folder: target }, async (it) => expect(await contentOf(it)).toEqual(expected));
    } finally {
      listener.close();
    }
  });

  test.each([
    [
      'a column',
      'não conhece',
      (it: Forgeable) => it.manifest.warehouse[0]?.columns.push({ name: 'x' }),
    ],
    [
      'a table',
      'não conhece',
      (it: Forgeable) =>
        it.manifest.warehouse.push({ name: 'system_users', columns: [], batches: [] }),
    ],
    [
      'a column of the app database',
      'não conhece',
      (it: Forgeable) => it.manifest.app[0]?.columns.push('x'),
    ],
    [
      'a name with SQL',
      'não confere',
      (it: Forgeable) => it.manifest.app[0]?.columns.push('x" from users --'),
    ],
    [
      'a file outside the carried folders',
      'não confere',
      (it: Forgeable) => it.manifest.files.push({ path: 'secret.key', bytes: 1, sha256: 'aa' }),
    ],
  ])('with %s that the product does not have is refused', async (_, sentence, change) => {
    const folder = await forged(change);
    const target = { DATA_DIR: await newFolder() };
    const refused = await command(target, 'restore', folder, ...trusting);
    expect(refused).toEqual({ code: 1, said: expect.stringContaining(sentence) });
  });
});

describe('moving to a cluster', () => {
  test('continues after kills, duplicates nothing, copies sessions and leaves the source unchanged', async () => {
    await using cluster = await startCluster();
    const database = await freshDatabase();
    const servers = ['--clickhouse', cluster.urls, '--cluster', cluster.name];
    const args = ['migrate-to', '--database', database, ...servers];
    for (const text of [
      'movimentações: lote 2',
      'exclusões: lote 1',
      'linhas rejeitadas: lote 1',
      'Gravando o banco',
    ]) {
      const killed = await killedAt(text, { DATA_DIR: source }, ...args);
      expect(killed.signal, killed.output).toBe('SIGKILL');
    }
    const folder = await newFolder();
    const opened = {
      folder,
      databaseUrl: database,
      clickhouseUrl: cluster.urls,
      clickhouseCluster: cluster.name,
    };
    await expect(openInstallation(folder, opened)).rejects.toThrow(
      'foi interrompida: repita o comando',
    );
    const other = await freshDatabase();
    const used = await openStore({ databaseUrl: other, dataDir: folder });
    await migrate(used);
    await used.db.insertInto('installation').values({ id: 1, name: 'another' }).execute();
    const file = { name: 'a.txt', path: 'uploads/a/MOV', stated: {}, bytes: 1 };
    const upload = { origin: 'web', competencia: null, createdBy: null, files: [file] } as const;
    const upload_id = await queueUpload(used, upload, clock);
    const published = { number: 1, published_at: clock().toISOString(), upload_id };
    await used.db
      .insertInto('releases')
      .values({ ...published, is_synthetic: 0, unmatched_exclusions: 0 })
      .execute();
    await used.close();
    const wrong = args.map((arg) => (arg === database ? other : arg));
    expect(await command({ DATA_DIR: source }, ...wrong)).toEqual({
      code: 1,
      said: expect.stringContaining('é de outra instalação'),
    });
    const done = await command({ DATA_DIR: source }, ...args);
    expect(done.said).toContain('Continuando a cópia');
    expect(done.said).toContain('Copiado e conferido');
    await within(opened, async (moved) => {
      expect(await contentOf(moved)).toEqual(expected);
      expect(await moved.store.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
    });
    await within({ folder: source }, async (it) => expect(await contentOf(it)).toEqual(expected));
    const twice = await command({ DATA_DIR: source }, ...args);
    expect(twice).toEqual({ code: 1, said: expect.stringContaining('já tem dados') });
    expect(twice.said).not.toContain('--overwrite');
  });

  test('prints what is missing, and that its source is not embedded', async () => {
    expect(
      (await command({ DATA_DIR: source }, 'migrate-to', '--database', 'postgres://x/y')).code,
    ).toBe(2);
    const servers = { DATABASE_URL: 'postgres://x/y', CLICKHOUSE_URL: 'http://x:1' };
    const args = ['migrate-to', '--database', 'postgres://x/y', '--clickhouse', 'http://x:1'];
    const result = await command({ DATA_DIR: source, ...servers }, ...args);
    expect(result).toEqual({
      code: 1,
      said: expect.stringContaining('parte da instalação embutida'),
    });
  });
});
