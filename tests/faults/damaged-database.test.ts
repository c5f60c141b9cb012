import { execFile } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '../../server/process/command/command.ts';
import { sql } from 'kysely';
import { openStore } from '../../server/platform/store/store.ts';
import { productChecks } from '../../server/operations/checks.ts';
import { healthOf } from '../../server/operations/health.ts';
import { nameWarehouse, transferMark } from '../../server/process/installation/reach-warehouse.ts';
import { fingerprintOf } from '../../server/process/transfer/installation-source.ts';
import { damageMessage, isDamage } from '../../server/platform/warehouse/engine-error.ts';
import { newInstallation, openInstallation, type Installation } from '../support/installation.ts';
import { officialFile } from '../support/official-file.ts';
import { embeddedProcess } from '../support/processes.ts';

let place: string;
let dataDir: string;
let backup: string;
const said: string[] = [];

async function command(...args: readonly string[]) {
  said.length = 0;
  const code = await runCommand(args, { DATA_DIR: dataDir });
  return { code, said: said.join('\n') };
}

/** Runs a command in a separate process: one that fails to open the app database may hold it until its end. */
function commandApart(...args: readonly string[]): Promise<{ code: number; said: string }> {
  const program = join(import.meta.dirname, '../../server/process/command/main.mjs');
  const env = { ...process.env, DATA_DIR: dataDir };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, output, errors) =>
      resolve({ code: error === null ? 0 : 1, said: `${output}${errors}`.trim() }),
    );
  });
}

beforeAll(async () => {
  for (const stream of ['error', 'log'] as const) {
    vi.spyOn(console, stream).mockImplementation((line: unknown) => void said.push(String(line)));
  }
  place = await mkdtemp(join(tmpdir(), 'caged-damaged-'));
  const installation = await newInstallation({}, 'embedded');
  dataDir = installation.folder;
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', [{}]));
  await installation.leave();
  backup = join(place, 'backup');
  expect((await command('backup', backup)).code).toBe(0);
});
afterAll(async () => {
  for (const folder of [place, dataDir]) await rm(folder, { recursive: true });
});
beforeEach(() => void (said.length = 0));

async function overwrite(path: string, from: number): Promise<void> {
  const { size } = await stat(path);
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(size - from, 0xa5), 0, size - from, from);
  await file.close();
}

const wayBack = 'restaure o último backup';

test.each([
  ['no database any more', 0],
  ['a database whose pages are spoiled', 4096],
])('%s: one sentence with the way back, which works', async (_, from) => {
  await overwrite(join(dataDir, 'app.sqlite'), from);
  for (const name of ['status', 'fingerprint']) {
    const result = await commandApart(name);
    expect(result.code).toBe(1);
    expect(result.said).toContain(wayBack);
    expect(result.said.split('\n')).toHaveLength(1);
  }
  const started = embeddedProcess(dataDir);
  await expect(started.start()).rejects.toThrow(wayBack);
  expect(reasonsOf(started.written())).toHaveLength(1);
  expect((await commandApart('restore', backup)).said).toContain(wayBack);
  expect((await commandApart('restore', backup, '--overwrite')).said).toContain('Restaurado');
  expect((await command('status')).said).toContain('202307');
});

async function healthOfWarehouse({ store, warehouse }: Installation) {
  const mailer = { send: async () => {}, check: async () => undefined, close: () => {} };
  const parts = { store, warehouse, mailer, dataDir, source: undefined };
  const checks = productChecks({ ...parts, clock: () => new Date() });
  const { parts: all } = await healthOf(checks, { error: () => undefined });
  return all.find(({ part }) => part === 'warehouse');
}

test('damaged lines of the warehouse: one sentence, and a warning of health after a query met them', async () => {
  const sound = await openInstallation(dataDir, {}, 'embedded');
  const parts = await sound.warehouse.rows<{ path: string }>({
    text: `select path from system.parts where table = 'movements' and active`,
  });
  await sound.leave();
  expect(parts.length).toBeGreaterThan(0);
  for (const { path } of parts) await overwrite(join(path, 'data.bin'), 8);
  const result = await command('fingerprint');
  expect(result).toEqual({ code: 1, said: damageMessage });
  const installation = await openInstallation(dataDir, {}, 'embedded');
  const { store, warehouse } = installation;
  expect(await healthOfWarehouse(installation)).toMatchObject({ status: 'ok' });
  await expect(fingerprintOf(store.db, warehouse)).rejects.toSatisfy(isDamage);
  const failing = { status: 'failing', message: damageMessage };
  expect(await healthOfWarehouse(installation)).toMatchObject(failing);
  await installation.leave();
  expect((await command('restore', backup, '--overwrite')).said).toContain('Restaurado');
  expect((await command('fingerprint')).code).toBe(0);
});

test('lines that a load could not write to a full disk: health advises a restart, which leaves them out', async () => {
  const before = (await command('fingerprint')).said;
  const installation = await openInstallation(dataDir, {}, 'embedded');
  const { warehouse } = installation;
  await warehouse.run({
    text: 'insert into movements select * replace (99 as batch) from movements',
  });
  const [part] = await warehouse.rows<{ path: string }>({
    text: `select path from system.parts where table = 'movements' and active order by name desc limit 1`,
  });
  const folder = part?.path ?? '';
  for (const name of await readdir(folder)) await truncate(join(folder, name));
  const count = { text: 'select count() from movements where salary > 0' };
  await expect(warehouse.rows(count)).rejects.toSatisfy(isDamage);
  expect((await healthOfWarehouse(installation))?.message).toContain('Reinicie o sistema');
  await installation.leave();
  const restarted = await openInstallation(dataDir, {}, 'embedded');
  expect(await restarted.warehouse.rows(count)).toHaveLength(1);
  expect(await healthOfWarehouse(restarted)).toMatchObject({ status: 'ok' });
  await restarted.leave();
  expect(await command('fingerprint')).toEqual({ code: 0, said: before });
});

/** Paths of the parts of a table. */
async function partsOf(table: string): Promise<string[]> {
  const sound = await openInstallation(dataDir, {}, 'embedded');
  const parts = await sound.warehouse.rows<{ path: string }>({
    text: 'select path from system.parts where table = {table:String} and active',
    params: { table },
  });
  await sound.leave();
  expect(parts.length).toBeGreaterThan(0);
  return parts.map(({ path }) => path);
}

/** Changes one bit in the middle of a part's data. */
async function flipBit(table: string): Promise<void> {
  const [part = ''] = await partsOf(table);
  const path = join(part, 'data.bin');
  const content = await readFile(path);
  const middle = Math.floor(content.length / 2);
  content.writeUInt8(content.readUInt8(middle) ^ 1, middle);
  await writeFile(path, content);
}

const august = () =>
  officialFile('CAGEDMOV202308.txt', 'MOV', [{ month: '202308', declared_month: '202308' }]);

/** Every command refuses to continue, and the restore that the message advises works. */
async function expectRefusedAndRestored(sentence: string): Promise<void> {
  const commands = [
    ['status'],
    ['fingerprint'],
    ['import', await august()],
    ['backup', join(place, `refused-${Math.random()}`)],
  ];
  for (const args of commands) {
    const refused = await command(...args);
    expect({ args, ...refused }).toMatchObject({
      code: 1,
      said: expect.stringContaining(sentence),
    });
  }
  expect((await command('restore', backup, '--overwrite')).said).toContain('Restaurado');
  const status = await command('status');
  expect(status.code).toBe(0);
  expect(status.said).toContain('202307');
  expect(status.said).not.toContain('202308');
}

test.each(['installation', 'movements'])(
  'one bit of %s changed on the disk: every command says so, none publishes, and the restore works',
  async (table) => {
    await flipBit(table);
    await expectRefusedAndRestored(damageMessage);
  },
);

test('a part of the published lines is gone from the disk: every command says so, none publishes', async () => {
  for (const part of await partsOf('movements')) await rm(part, { recursive: true });
  await expectRefusedAndRestored('lote 1, que está publicado');
});

test('a warehouse whose description of its tables is spoiled is named as such, and the restore works', async () => {
  await overwrite(join(dataDir, 'warehouse', 'metadata', 'caged.sql'), 0);
  await expectRefusedAndRestored('há arquivos danificados: restaure o último backup');
});

test('an app database that is gone or empty next to a warehouse with data is not replaced by a new one', async () => {
  await rm(join(dataDir, 'app.sqlite'));
  await expectRefusedAndRestored('app.sqlite) não está em DATA_DIR');
  await writeFile(join(dataDir, 'app.sqlite'), '');
  await expectRefusedAndRestored('app.sqlite) está vazio em DATA_DIR');
});

/** Makes the warehouse belong to another installation. */
async function giveTo(name: string): Promise<void> {
  const installation = await openInstallation(dataDir, {}, 'embedded');
  await installation.warehouse.run({ text: 'truncate table installation' });
  await nameWarehouse(installation.warehouse, name);
  await installation.leave();
}

test('a warehouse that is half copied or of another installation is named as such', async () => {
  await giveTo(`${transferMark}00000000-0000-4000-8000-000000000000`);
  await expectRefusedAndRestored('Uma cópia ou restauração para estes dados foi interrompida');
  await giveTo('00000000-0000-4000-8000-000000000000');
  await expectRefusedAndRestored('pertence a outra instalação');
});

test('data of a later version are named as such, by commands and by the start', async () => {
  const store = await openStore({ databaseUrl: undefined, dataDir });
  const later = { name: '9999-later', timestamp: new Date().toISOString() };
  await sql`
    insert into kysely_migration (name, timestamp)
    values (${later.name}, ${later.timestamp})`.execute(store.db);
  await store.close();
  const started = embeddedProcess(dataDir);
  await expect(started.start()).rejects.toThrow('versão mais nova deste sistema');
  expect(reasonsOf(started.written())).toHaveLength(1);
  await expectRefusedAndRestored('versão mais nova deste sistema');
});

test('data of a version that is too old are named as such', async () => {
  const store = await openStore({ databaseUrl: undefined, dataDir });
  await sql`delete from kysely_migration where name > '0063'`.execute(store.db);
  await store.close();
  await expectRefusedAndRestored(
    'versão muito antiga deste sistema. Inicie uma vez a última versão de 23 de novembro de 2026',
  );
});

test.each(['transfer.lock', 'restore-unfinished.json'])(
  'a restore goes on where %s is spoiled',
  async (name) => {
    await writeFile(join(dataDir, name), Buffer.alloc(4096, 0xa5));
    expect((await command('restore', backup, '--overwrite')).said).toContain('Restaurado');
    expect((await command('status')).said).toContain('202307');
  },
);

test('a database that may not be written is reported as such', async () => {
  const store = await openStore({ databaseUrl: undefined, dataDir });
  await sql`pragma query_only = on`.execute(store.db);
  const writing = sql`create table notes (word text)`.execute(store.db);
  await expect(writing).rejects.toMatchObject({
    fault: 'read_only',
    message: expect.stringContaining('não permite escrita'),
  });
  await store.close();
});

/** The fatal lines in the log of a failed start; on a slow machine the log also has lines about its progress. */
const reasonsOf = (written: string): string[] =>
  written
    .trim()
    .split('\n')
    .filter((line) => JSON.parse(line).level === 60);
