import { access, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import {
  newInstallation,
  openInstallation,
  type Installation,
} from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { metadataOf, storeReceipt } from '../../research/receipt-store.ts';
import { Scheduler } from '../../platform/scheduler/scheduler.ts';
import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { readConfig } from '../installation/config.ts';
import { runCommand } from './command.ts';
import { serveReadings } from './reading-socket.ts';

let installation: Installation;
let receipt: string;
let said: string[];
beforeEach(async () => {
  said = [];
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((line: string) => void said.push(line));
  installation = await newInstallation({}, 'embedded');
  const salaries = ['1500,00', '1600,00', '1700,00', '1800,00', '1900,00', '2000,00'];
  await installation.load(
    await officialFile(
      'CAGEDMOV202307.txt',
      'MOV',
      salaries.map((salary) => ({ salary })),
    ),
  );
  const filters = SearchFilters.parse({ cbo: '521110' });
  const answer = await installation.search(filters);
  const metadata = await metadataOf(answer);
  const owner = { companyId: null, userId: null };
  const { db } = installation.store;
  receipt = (await storeReceipt(db, owner, { filters, metadata }, new Date()))?.id ?? '';
  await installation.leave();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(installation.folder, { recursive: true });
});

test('writes a receipt’s laudo while no server runs, and over nothing', async () => {
  const target = join(installation.folder, 'laudo.zip');
  const laudo = (...args: string[]) =>
    runCommand(['laudo', ...args], { DATA_DIR: installation.folder });
  expect(await laudo(`https://caged.exemplo.com.br/receipt/${receipt}`, target, '202308')).toBe(0);
  expect(said.pop()).toBe(`Laudo gravado em ${target}`);
  const zip = await readFile(target);
  expect(zip.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'));
  expect(zip.includes('recalcular.py')).toBe(true);
  const again = await openInstallation(installation.folder, {}, 'embedded');
  const acts = await again.store.db.selectFrom('audit_log').selectAll().execute();
  await again.leave();
  expect(acts.at(-1)).toMatchObject({
    action: 'receipt.laudo_made',
    actor_id: null,
    subject_id: receipt,
    details: '{"month":"202308"}',
  });

  expect(await laudo(receipt, target)).toBe(1);
  expect(said.pop()).toBe(`Já existe ${target}. Escolha outro nome.`);
  expect(await readFile(target)).toEqual(zip);
  for (const nowhere of [
    join(installation.folder, 'missing', 'laudo.zip'),
    join(target, 'x.zip'),
  ]) {
    expect(await laudo(receipt, nowhere)).toBe(1);
    expect(said.pop()).toBe(
      `Não é possível criar o arquivo ${nowhere}: confira se a pasta existe e se permite escrita.`,
    );
  }
  expect(await laudo('AAAAAAAAAAAAAAAAAAAAAA', `${target}2`)).toBe(1);
  expect(said.pop()).toBe('Este recibo não existe.');
  expect(await laudo(receipt, `${target}2`, '202313')).toBe(2);
  expect(said.pop()).toBe('Informe o mês como AAAAMM, por exemplo 202606.');
});

const now = () => new Date();

test('a command that ends frees the slot of its laudo in the server', async () => {
  const again = await openInstallation(installation.folder, {}, 'embedded');
  const requested = Promise.withResolvers<void>();
  const standing = (_: unknown, limits?: QueryLimits) =>
    new Promise<never>((_resolve, reject) => {
      limits?.signal?.addEventListener('abort', () => reject(limits.signal?.reason));
      requested.resolve();
    });
  const warehouse = new Proxy(again.warehouse, {
    get: (own, name: keyof Warehouse) =>
      name === 'rows'
        ? standing
        : typeof own[name] === 'function'
          ? own[name].bind(own)
          : own[name],
  });
  const scheduler = new Scheduler();
  const config = readConfig({ DATA_DIR: again.folder });
  const { store } = again;
  const logger = pino({ level: 'silent' });
  const stop = await serveReadings({ config, store, warehouse, clock: now, scheduler, logger });
  const socketPath = join(again.folder, 'server.sock');
  const command = request({ socketPath, path: `/laudo?arg=${receipt}` }).on(
    'error',
    () => undefined,
  );
  command.end();
  await requested.promise;
  expect(scheduler.figures('document').running).toBe(1);
  command.destroy();
  await vi.waitFor(() => expect(scheduler.figures('document').running).toBe(0), 10_000);
  await stop();
  await again.leave();
});

test('stopped by a signal, leaves no file', async () => {
  const target = join(installation.folder, 'laudo.zip');
  const requested = runCommand(['laudo', receipt, target], { DATA_DIR: installation.folder });
  await vi.waitFor(() => access(target), 10_000);
  process.emit('SIGINT');
  expect(await requested).toBe(1);
  expect(said.pop()).toBe('Interrompido antes do fim. Repita o comando para fazer tudo.');
  await expect(access(target)).rejects.toThrow('ENOENT');
});
