import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { changedWarehouse } from '../../tests/support/changed-warehouse.ts';
import { newInstallation, type Installation } from '../../tests/support/installation.ts';
import { officialFile } from '../../tests/support/official-file.ts';
import { AppError } from '../platform/errors.ts';
import { openMailer, type Mailer } from '../platform/mail/mailer.ts';
import { WarehouseAwayError } from '../platform/warehouse/engine-error.ts';
import { openSource } from '../registry/sources/open.ts';
import { productChecks, storeCheck } from './checks.ts';
import { healthOf, HealthWarning, cached, orStillRunning } from './health.ts';

const quiet = { error: () => undefined };
const part = { part: 'p', label: 'Parte' };
const workingMail: Mailer = {
  send: async () => undefined,
  check: async () => undefined,
  close: () => undefined,
};

test('a part is fine, fine with a note, a warning, or failing with a sentence', async () => {
  const health = await healthOf(
    [
      { ...part, run: async () => undefined },
      { ...part, run: async () => 'Tudo certo.' },
      { ...part, run: async () => new HealthWarning('Olhe isto.') },
    ],
    quiet,
  );
  expect(health).toEqual({
    status: 'ok',
    parts: [
      { ...part, status: 'ok', message: null },
      { ...part, status: 'ok', message: 'Tudo certo.' },
      { ...part, status: 'warning', message: 'Olhe isto.' },
    ],
  });
  const failing = await healthOf(
    [
      { ...part, run: () => Promise.reject(new AppError('x', 503, 'O disco está quase cheio.')) },
      { ...part, run: () => Promise.reject(new WarehouseAwayError('servers', 'db:8123')) },
      { ...part, run: () => Promise.reject(new Error('senha do banco')) },
    ],
    quiet,
  );
  expect(failing.status).toBe('failing');
  expect(failing.parts.map(({ message }) => message)).toEqual([
    'O disco está quase cheio.',
    'O armazém de dados não está respondendo. Tente de novo em alguns minutos. Se continuar, avise um administrador.',
    'Respondeu de forma inesperada.',
  ]);
});

test('a part that does not answer in time says so', async () => {
  const silent = new Promise<never>(() => undefined);
  const { parts } = await healthOf([{ ...part, run: () => silent }], quiet);
  expect(parts).toEqual([{ ...part, status: 'failing', message: 'Não respondeu em 5 segundos.' }]);
});

test('an expensive check runs rarely, and as often after the clock was put back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let requested = 0;
  const check = cached(
    {
      ...part,
      run: async () => {
        requested += 1;
      },
    },
    1000,
  );
  await Promise.all([check.run(), check.run()]);
  vi.advanceTimersByTime(999);
  await check.run();
  expect(requested).toBe(1);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(1);
  await check.run();
  expect(requested).toBe(2);
});

test('a slow part is reported to be in progress', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = orStillRunning({ ...part, run: () => promise }, 'Ainda não.');
  expect(await check.run()).toBe('Ainda não.');
  resolve();
  expect(await check.run()).toBeUndefined();
});

describe('the product', () => {
  let installation: Installation;
  const source = mkdtempSync(join(tmpdir(), 'caged-source-'));

  beforeAll(async () => {
    installation = await newInstallation();
  });
  afterAll(async () => {
    await installation.close();
    rmSync(source, { recursive: true });
  });

  const health = (changes: object = {}, at = '2023-09-20T12:00:00Z') =>
    healthOf(
      [
        storeCheck(installation.store),
        ...productChecks({
          store: installation.store,
          warehouse: installation.warehouse,
          mailer: workingMail,
          dataDir: installation.folder,
          source: undefined,
          clock: () => new Date(at),
          ...changes,
        }),
      ],
      quiet,
    );
  const stateOf = async (name: string, ...args: Parameters<typeof health>) => {
    const { parts } = await health(...args);
    return parts.find((known) => known.part === name);
  };

  test('has a line a part', async () => {
    const { status, parts } = await health();
    expect(status).toBe('ok');
    expect(parts.map((known) => known.part)).toEqual([
      'app_database',
      'warehouse',
      'source',
      'mail',
      'disk',
      'data_freshness',
    ]);
  });

  test('says how many replicas of a cluster do not answer', async () => {
    const client = installation.warehouse;
    const node = (host: string) => ({ host, client, createDatabase: async () => undefined });
    const cluster = {
      name: 'caged',
      database: 'caged',
      nodes: [node('a:1'), node('b:1')],
      settings: {},
      maxReplicas: 2,
      survey: async () => ({
        replicas: [{ ...node('a:1'), shard: 1, replica: 1 }],
        away: ['b:1'],
        strangers: [],
        shards: new Map([[1, 2]]),
        isReplicated: true,
      }),
      everyReplica: async () => [],
      close: async () => undefined,
    };
    const warehouse = changedWarehouse(client, { cluster });
    expect(await stateOf('warehouse', { warehouse })).toMatchObject({
      status: 'warning',
      message:
        'Réplicas do ClickHouse que não respondem: 1 de 2. As pesquisas continuam, mas os envios esperam. Ligue cada réplica que falta.',
    });
  });

  test('says that a stored setting has a form that is not read, and is ready all the same', async () => {
    const { db } = installation.store;
    const row = { name: 'report_retention', updated_at: '2023-09-20T12:00:00.000Z' } as const;
    await db
      .insertInto('settings')
      .values({ ...row, value: '{"weeks":4}' })
      .execute();
    expect(await stateOf('app_database')).toEqual({
      part: 'app_database',
      label: 'Banco de dados do aplicativo',
      status: 'warning',
      message:
        'Há configurações gravadas em um formato que esta versão não lê, e os valores padrão estão em uso: Retenção dos relatórios. Confira cada uma na tela e salve.',
    });
    await expect(storeCheck(installation.store).readiness?.()).resolves.toBeUndefined();
    await db.deleteFrom('settings').execute();
    expect(await stateOf('app_database')).toMatchObject({ status: 'ok', message: null });
  });

  test('says that mail fails, and that a source is there or not', async () => {
    const broken = { ...workingMail, check: () => Promise.reject(new Error('refused')) };
    expect(await stateOf('mail', { mailer: broken })).toMatchObject({ status: 'failing' });
    expect(await stateOf('source')).toMatchObject({ status: 'ok' });
    expect(await stateOf('source', { source: openSource(source) })).toMatchObject({ status: 'ok' });
    expect(await stateOf('source', { source: openSource(join(source, 'gone')) })).toMatchObject({
      status: 'failing',
      message:
        'Não foi possível ler a fonte dos arquivos. O motivo aparece em /admin/source, em Procurar novidades.',
    });
  });

  test('warns that mails are not delivered without SMTP', async () => {
    const mailer = openMailer({
      smtpUrl: undefined,
      from: 'a@exemplo.com.br',
      spoolDir: join(installation.folder, 'outbox'),
      onWritten: () => undefined,
    });
    expect(await stateOf('mail', { mailer })).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('As mensagens ficam na pasta outbox'),
    });
  });

  test('states how old the data are', async () => {
    expect(await stateOf('data_freshness')).toMatchObject({
      status: 'warning',
      message: 'Nenhum mês carregado ainda.',
    });
    await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', [{}]));
    expect(await stateOf('data_freshness')).toMatchObject({ status: 'ok', message: null });
    expect(await stateOf('data_freshness', {}, '2023-11-20T12:00:00Z')).toMatchObject({
      status: 'warning',
      message: 'Os dados vão só até jul/2023.',
    });
    expect(await stateOf('data_freshness', {}, '2027-01-05T12:00:00Z')).toMatchObject({
      status: 'warning',
      message:
        'O salário mínimo de 2027 não está nas tabelas: importe o valor em Configurações. Os dados vão só até jul/2023.',
    });
    await installation.loadApproved(
      await officialFile('CAGEDMOV202610.txt', 'MOV', [
        { month: '202610', declared_month: '202610' },
      ]),
    );
    expect(await stateOf('data_freshness', {}, '2026-11-30T12:00:00Z')).toMatchObject({
      status: 'warning',
      message: 'O INPC vai só até jun/2026: importe os meses seguintes em Configurações.',
    });
    expect(await stateOf('data_freshness', {}, '2027-03-05T12:00:00Z')).toMatchObject({
      status: 'warning',
      message:
        'O salário mínimo de 2027 não está nas tabelas: importe o valor em Configurações. O INPC vai só até jun/2026: importe os meses seguintes em Configurações. Os dados vão só até out/2026.',
    });
  });
});
