import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '../../../tests/support/free-port.ts';
import { openStore, type Store } from '../../platform/store/store.ts';
import { queueUpload } from '../../registry/ingest/uploads.ts';
import { readConfig } from '../installation/config.ts';
import { runCommand } from './command.ts';
import { openMigratedStore } from '../installation/installation.ts';
import { restoreBackup } from './transfer.ts';

const secret = 'a key of thirty-two characters, and more';
let place: string;
let said: string[];
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'transfer-command-'));
  for (const voice of ['log', 'error'] as const) {
    vi.spyOn(console, voice).mockImplementation((line: string) => void said.push(line));
  }
  said = [];
  const source = await openMigratedStore(readConfig({ DATA_DIR: dataDir('source') }));
  await source.close();
});
beforeEach(() => {
  said = [];
});
afterAll(async () => {
  vi.restoreAllMocks();
  await rm(place, { recursive: true });
});

const dataDir = (name: string) => join(place, name);
const run = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runCommand(args, { SECRET_KEY: secret, ...env });

async function withStore<Result>(name: string, use: (store: Store) => Promise<Result>) {
  const store = await openStore({ databaseUrl: undefined, dataDir: dataDir(name) });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

test('a command on a folder without data, as with a wrong DATA_DIR, is refused and creates nothing', async () => {
  const [wrong, backup] = [dataDir('wrong'), join(place, 'of nothing')];
  for (const call of [['backup', backup], ['status'], ['fingerprint'], ['find', 'motoboy']]) {
    expect(await run({ DATA_DIR: wrong }, ...call)).toBe(1);
    expect(said.at(-1)).toMatch(`Não há dados deste sistema em ${wrong}: confira a variável`);
  }
  expect(await run({ DATA_DIR: wrong }, 'import', join(place, 'no-file.7z'))).toBe(1);
  expect(await run({ DATA_DIR: wrong }, 'generate', '--months', '202301')).toBe(2);
  expect(await readdir(place)).not.toContain('wrong');
  expect(await readdir(place)).not.toContain('of nothing');
});

/** The commands run one after another: a process has one embedded warehouse open at a time. */
test('a backup that is complete when the command is interrupted is reported', async () => {
  const backup = join(place, 'interrupted');
  const listeners = process.listeners('SIGINT');
  const made = run({ DATA_DIR: dataDir('source') }, 'backup', backup);
  const added = () => process.listeners('SIGINT').filter((own) => !listeners.includes(own));
  await expect.poll(added, { interval: 5 }).toHaveLength(1);
  const [interrupt] = added();
  await withStore('source', async ({ db }) => {
    const status = () => db.selectFrom('backups').select('status').executeTakeFirst();
    // The command looks every half second.
    await expect.poll(status, { interval: 5 }).toEqual({ status: 'DONE' });
    interrupt?.('SIGINT');
    expect(await made).toBe(0);
    expect(await status()).toEqual({ status: 'DONE' });
  });
  // The only row is the name of the installation.
  expect(said.at(-1)).toMatch(/: 1\u00a0linha e 0\u00a0arquivos, /);
  expect(said.join()).not.toContain('Interrompido');
});

test('a backup whose command fails is not made later', async () => {
  const [failing, next] = [join(place, 'failing'), join(place, 'next')];
  const bucket = `s3://key:secret@127.0.0.1:${await freePort()}/files?https=0`;
  const env = { DATA_DIR: dataDir('source'), FILES_URL: bucket };
  expect(await run(env, 'backup', failing)).toBe(1);
  expect(said.at(-1)).toMatch(/^Não foi possível abrir o bucket de FILES_URL/);
  const states = await withStore('source', ({ db }) =>
    db.selectFrom('backups').select('status').where('folder', '=', failing).execute(),
  );
  expect(states).toEqual([{ status: 'FAILED' }]);
  expect(await run({ DATA_DIR: dataDir('source') }, 'backup', next), said.at(-1)).toBe(0);
});

test('a backup into DATA_DIR is refused, also through a link, and creates nothing', async () => {
  const uploads = join(dataDir('source'), 'uploads');
  await mkdir(uploads, { recursive: true });
  await symlink(uploads, join(place, 'link'));
  for (const target of [uploads, join(uploads, 'new', 'backup'), join(place, 'link', 'backup')]) {
    expect(await run({ DATA_DIR: dataDir('source') }, 'backup', target)).toBe(1);
    expect(said.at(-1)).toBe(
      `${target} fica em DATA_DIR, onde o sistema apaga e move arquivos: escolha uma pasta fora dela, de preferência em outro disco.`,
    );
  }
  expect(await readdir(uploads)).toEqual([]);
  expect(await run({ DATA_DIR: dataDir('source') }, 'backup', `${dataDir('source')}-backup`)).toBe(
    0,
  );
});

test('migrate-to names its option, not a variable, in what is wrong with an address', async () => {
  const away = `127.0.0.1:${await freePort()}`;
  const [database, clickhouse] = [`postgres://u:p@${away}/caged`, `http://${away}`];
  for (const [options, expected] of [
    [['x', clickhouse], /^Configuração inválida: --database deve ser um endereço como postgres:/],
    [[database, 'x'], /^Configuração inválida: --clickhouse deve ser um endereço como http:/],
    [
      [database, `${clickhouse},http://b`],
      /^Configuração inválida: --clickhouse .* com --cluster,/,
    ],
    [[database, clickhouse], /^Não foi possível conectar ao PostgreSQL de --database: /],
  ] as const) {
    const args = ['--database', options[0], '--clickhouse', options[1]];
    expect(await run({ DATA_DIR: dataDir('source') }, 'migrate-to', ...args)).toBe(1);
    expect(said.at(-1)).toMatch(expected);
  }
});

test('a row with a path that lies in the folder of the restored installation is restored as it is', async () => {
  const path = join(dataDir('target'), 'import', 'CAGEDMOV202307.txt');
  const file = { path, name: 'CAGEDMOV202307.txt', stated: {}, bytes: 8 };
  const upload = { origin: 'command', competencia: null, createdBy: null, files: [file] } as const;
  await withStore('source', async (store) => {
    await queueUpload(store, upload, () => new Date());
    await store.db.updateTable('uploads').set({ status: 'FAILED' }).execute();
  });
  const backup = join(place, 'with path');
  expect(await run({ DATA_DIR: dataDir('source') }, 'backup', backup)).toBe(0);
  expect(await run({ DATA_DIR: dataDir('target') }, 'restore', backup), said.join('\n')).toBe(0);
  const rows = await withStore('target', ({ db }) =>
    db.selectFrom('upload_files').select('path').execute(),
  );
  expect(rows).toEqual([{ path }]);
});

test('a backup for which the disk has no room is refused before the current data are set aside', async () => {
  const before = await readdir(dataDir('target'));
  const config = readConfig({ SECRET_KEY: secret, DATA_DIR: dataDir('target') });
  const args = [join(place, 'with path'), '--overwrite'];
  await expect(restoreBackup(config, args, async () => 1)).rejects.toThrow(
    /^Nada foi mudado: o backup tem [\d,]+ MiB, e o disco de DATA_DIR não tem esse espaço livre\./,
  );
  expect(await readdir(dataDir('target'))).toEqual(before);
});

test('a bucket that is away leaves the installation as it is', async () => {
  const before = await readdir(dataDir('target'));
  const bucket = `s3://key:secret@127.0.0.1:${await freePort()}/files?https=0`;
  const env = { DATA_DIR: dataDir('target'), FILES_URL: bucket };
  expect(await run(env, 'restore', join(place, 'with path'), '--overwrite')).toBe(1);
  expect(said.at(-1)).toContain('Não foi possível abrir o bucket de FILES_URL');
  expect(await readdir(dataDir('target'))).toEqual(before);
});
