import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '../../server/process/command/command.ts';
import { sql } from 'kysely';
import { openStore } from '../../server/platform/store/store.ts';
import { productChecks } from '../../server/process/health/checks.ts';
import { healthOf } from '../../server/process/health/health.ts';
import { fingerprintOf } from '../../server/process/transfer/installation-source.ts';
import { damageSentence, isDamage } from '../../server/platform/warehouse/damage.ts';
import { newInstallation, openInstallation } from '../support/installation.ts';
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
    const told = await command(name);
    expect(told.code).toBe(1);
    expect(told.said).toContain(wayBack);
    expect(told.said.split('\n')).toHaveLength(1);
  }
  const started = embeddedProcess(dataDir);
  await expect(started.start()).rejects.toThrow(wayBack);
  expect(started.written().trim().split('\n')).toHaveLength(1);
  expect((await command('restore', backup)).said).toContain(wayBack);
  expect((await command('restore', backup, '--overwrite')).said).toContain('Restaurado');
  expect((await command('status')).said).toContain('202307');
});

test('spoiled lines of the warehouse: one sentence, and health knows once a question met them', async () => {
  const sound = await openInstallation(dataDir, {}, 'embedded');
  const parts = await sound.warehouse.rows<{ path: string }>({
    text: `select path from system.parts where table = 'movements' and active`,
  });
  await sound.leave();
  expect(parts.length).toBeGreaterThan(0);
  for (const { path } of parts) await overwrite(join(path, 'data.bin'), 8);
  const told = await command('fingerprint');
  expect(told).toEqual({ code: 1, said: damageSentence });
  const installation = await openInstallation(dataDir, {}, 'embedded');
  const { store, warehouse } = installation;
  const mailer = { send: async () => {}, check: async () => undefined, close: () => {} };
  const asked = { store, warehouse, mailer, dataDir, source: undefined };
  const health = async () => {
    const checks = productChecks({ ...asked, clock: () => new Date() });
    const { parts: all } = await healthOf(checks, { error: () => undefined });
    return all.find(({ part }) => part === 'warehouse');
  };
  expect(await health()).toMatchObject({ status: 'ok' });
  await expect(fingerprintOf(store.db, warehouse)).rejects.toSatisfy(isDamage);
  expect(await health()).toMatchObject({ status: 'failing', message: damageSentence });
  await installation.leave();
  expect((await command('restore', backup, '--overwrite')).said).toContain('Restaurado');
  expect((await command('fingerprint')).code).toBe(0);
});

test('a database that may not be written is told as such', async () => {
  const store = await openStore({ databaseUrl: undefined, dataDir });
  await sql`pragma query_only = on`.execute(store.db);
  const writing = sql`create table notes (word text)`.execute(store.db);
  await expect(writing).rejects.toMatchObject({
    fault: 'read_only',
    message: expect.stringContaining('não permite escrita'),
  });
  await store.close();
});
