import { access, statfs } from 'node:fs/promises';
import { constants } from 'node:fs';
import { formatMonth } from '../../shared/format.ts';
import { AppError } from '../errors.ts';
import type { Mailer } from '../mail/mailer.ts';
import { readableRelease } from '../salaries/release.ts';
import { currentRelease } from '../store/current-release.ts';
import { checkStore, type Store } from '../store/store.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { HealthWarning, rarely, type HealthCheck } from './health.ts';

export const storeCheck = (store: Store): HealthCheck => ({
  part: 'app_database',
  label: 'Banco de dados do aplicativo',
  run: () => checkStore(store),
});

export interface CheckedParts {
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly mailer: Mailer;
  readonly dataDir: string;
  readonly cagedSource: string | undefined;
  readonly clock: () => Date;
}

/** Every part of the product but the app database, which each app asks anyway. */
export function productChecks(parts: CheckedParts): readonly HealthCheck[] {
  const { clock } = parts;
  return [
    rarely(warehouseCheck(parts), 1_000, clock),
    rarely(sourceCheck(parts), 60_000, clock),
    rarely(mailCheck(parts), 60_000, clock),
    rarely(diskCheck(parts), 5_000, clock),
    rarely(freshnessCheck(parts), 5_000, clock),
  ];
}

const warehouseCheck = ({ warehouse }: CheckedParts): HealthCheck => ({
  part: 'warehouse',
  label: 'Armazém de dados',
  run: () => warehouse.rows({ text: 'select 1 as one' }, { timeoutMs: 5_000 }),
});

/** A folder must be there; an address is asked only when files are fetched, since others pay for each call. */
const sourceCheck = ({ cagedSource }: CheckedParts): HealthCheck => ({
  part: 'source',
  label: 'Fonte dos arquivos',
  run: async () => {
    if (cagedSource === undefined) {
      return 'Nenhuma fonte configurada: os arquivos são enviados pela tela.';
    }
    if (/^[a-z][a-z0-9+.-]+:/i.test(cagedSource)) return undefined;
    await access(cagedSource, constants.R_OK).catch(() => {
      throw unhealthy('A pasta da fonte dos arquivos não pode ser lida.');
    });
  },
});

const mailCheck = ({ mailer }: CheckedParts): HealthCheck => ({
  part: 'mail',
  label: 'E-mail',
  run: () => mailer.check(),
});

const gibibyte = 2 ** 30;

const diskCheck = ({ dataDir }: CheckedParts): HealthCheck => ({
  part: 'disk',
  label: 'Espaço em disco',
  run: async () => {
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    if (free < gibibyte / 4) throw unhealthy('O disco está quase cheio.');
    return free < 5 * gibibyte ? new HealthWarning('Resta pouco espaço em disco.') : undefined;
  },
});

/** MTE publishes a month at the end of the next one. */
const usualMonthsBehind = 3;

const freshnessCheck = ({ store, clock }: CheckedParts): HealthCheck => ({
  part: 'data_freshness',
  label: 'Atualidade dos dados',
  run: async () => {
    const { months, isSynthetic } = readableRelease(await currentRelease(store));
    const last = months.at(-1);
    if (last === undefined) return new HealthWarning('Nenhum mês carregado ainda.');
    if (isSynthetic) return new HealthWarning('Só há dados sintéticos de demonstração.');
    if (monthsBetween(last, clock()) <= usualMonthsBehind) return undefined;
    return new HealthWarning(`Os dados vão só até ${formatMonth(last)}.`);
  },
});

function monthsBetween(month: string, now: Date): number {
  const year = now.getUTCFullYear() - Number(month.slice(0, 4));
  return year * 12 + now.getUTCMonth() + 1 - Number(month.slice(4));
}

const unhealthy = (message: string) => new AppError('unhealthy', 503, message);
