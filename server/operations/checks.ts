import { freeBytesOf } from '../platform/files/free-disk.ts';
import type { SharedFiles } from '../platform/files/shared-files.ts';
import type { SecondFactors } from '../people/identity/second-factor.ts';
import { monthsBetween, brasiliaMonth } from '../../shared/codes/months.ts';
import { formatMonth } from '../../shared/words/format.ts';
import { AppError } from '../platform/errors.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { readableRelease } from '../answers/query/release.ts';
import { allInpcMonths } from '../reference/inpc.ts';
import { lastCertainWageMonth } from '../reference/minimum-wage.ts';
import { currentRelease } from '../platform/store/current-release.ts';
import { checkStore, type Store, type StoreAndClock } from '../platform/store/store.ts';
import { damageMessage } from '../platform/warehouse/engine-error.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { settingNames } from '../../shared/sentences/audit-texts.ts';
import { storedSettings } from '../registry/settings/load-settings.ts';
import { unreadSettings } from '../registry/settings/stored-settings.ts';
import type { Source } from '../registry/sources/source.ts';
import { HealthWarning, cached, orStillRunning, type HealthCheck } from './health.ts';

export const storeCheck = (store: Store): HealthCheck => ({
  part: 'app_database',
  label: 'Banco de dados do aplicativo',
  readiness: () => checkStore(store),
  run: async () => {
    await checkStore(store);
    const unread = await unreadSettings(store.db, storedSettings);
    if (unread.length === 0) return undefined;
    const labels = unread.map(({ name }) => settingNames[name]).join(', ');
    return new HealthWarning(
      `Há configurações gravadas em um formato que esta versão não lê, e os valores padrão estão em uso: ${labels}. Confira cada uma na tela e salve.`,
    );
  },
});

/**
 * Checks the key in `secret.key` or `SECRET_KEY` against the second factors that it must decrypt. A worker has no such
 * check: it decrypts none, and may have another key than the web processes.
 */
export const secretKeyChecks = (
  role: 'all' | 'web' | 'worker',
  store: Store,
  factors: SecondFactors,
): readonly HealthCheck[] => {
  if (role === 'worker') return [];
  const run = async () => {
    const unreadable = await factors.unreadableCount(store.db);
    if (unreadable === 0) return undefined;
    return new HealthWarning(
      `A chave da instalação (DATA_DIR/secret.key ou SECRET_KEY) mudou, e a verificação em duas etapas de ${unreadable === 1 ? 'uma pessoa' : `${unreadable} pessoas`} não funciona mais. Recupere a chave anterior e reinicie, ou desligue a verificação em duas etapas de cada uma em Usuários.`,
    );
  };
  return [{ part: 'secret_key', label: 'Chave da instalação', run }];
};

export interface CheckedParts extends StoreAndClock {
  readonly warehouse: Warehouse;
  readonly mailer: Mailer;
  readonly dataDir: string;
  readonly source: Source | undefined;
}

/** Every part of the product except the app database, which each app checks anyway. */
export function productChecks(parts: CheckedParts): readonly HealthCheck[] {
  return [
    cached(warehouseCheck(parts), 1_000),
    orStillRunning(cached(sourceCheck(parts), 600_000), 'A fonte ainda está respondendo.'),
    cached(mailCheck(parts), 60_000),
    cached(diskCheck(parts), 5_000),
    cached(freshnessCheck(parts), 5_000),
  ];
}

const warehouseCheck = ({ warehouse }: CheckedParts): HealthCheck => ({
  part: 'warehouse',
  label: 'Armazém de dados',
  // A long timeout: an engine busy with searches has not failed.
  run: async () => {
    await warehouse.ping({ timeoutMs: 5_000 });
    if (warehouse.hasDamage()) throw unhealthy(damageMessage);
    return clusterWarning(warehouse);
  },
  readiness: () => (warehouse.cluster === undefined ? warehouse.ping() : pingEveryShard(warehouse)),
});

/** Queries every shard as a search does; where a replica does not answer, the query goes to another one. */
const pingEveryShard = (warehouse: Warehouse) =>
  warehouse.rows({ text: 'select count() as lines from movements' }, { timeoutMs: 4_500 });

/**
 * Warns about replicas that do not answer: searches continue as long as each shard has another replica, loads wait for
 * all replicas. Throws when a whole shard does not answer.
 */
async function clusterWarning({ cluster }: Warehouse): Promise<HealthWarning | undefined> {
  if (cluster === undefined) return undefined;
  const { replicas, away, shards } = await cluster.survey();
  if (away.length === 0) return undefined;
  const answering = new Set(replicas.map(({ shard }) => shard));
  if ([...shards.keys()].some((shard) => !answering.has(shard))) {
    throw unhealthy(
      'Um shard do ClickHouse está fora do ar, e as pesquisas não respondem. Ligue uma das réplicas dele.',
    );
  }
  return new HealthWarning(
    `Réplicas do ClickHouse que não respondem: ${away.length} de ${cluster.nodes.length}. As pesquisas continuam, mas os envios esperam. Ligue cada réplica que falta.`,
  );
}

/** Lists one recent month at the source itself. A slow listing continues after the health response is sent. */
const sourceCheck = ({ source, clock }: CheckedParts): HealthCheck => ({
  part: 'source',
  label: 'Fonte dos arquivos',
  run: async () => {
    if (source === undefined) {
      return 'Nenhuma fonte configurada: os arquivos são enviados pela tela.';
    }
    const signal = AbortSignal.timeout(sourceTimeoutMs);
    await source.list({ months: [brasiliaMonth(clock())], signal }).catch((cause: unknown) => {
      throw new AppError(
        'unhealthy',
        503,
        'Não foi possível ler a fonte dos arquivos. O motivo aparece em /admin/source, em Procurar novidades.',
        { cause },
      );
    });
    return undefined;
  },
});

const sourceTimeoutMs = 60_000;

const mailCheck = ({ mailer }: CheckedParts): HealthCheck => ({
  part: 'mail',
  label: 'E-mail',
  run: async () => {
    const note = await mailer.check();
    return note === undefined ? undefined : new HealthWarning(note);
  },
});

/** Checks a file store other than the local disk, which has its own check. */
export const filesCheck = (files: SharedFiles): HealthCheck =>
  cached({ part: 'files', label: 'Armazenamento de arquivos', run: () => files.check() }, 10_000);

const gibibyte = 2 ** 30;

/** The disk of DATA_DIR. */
export const diskCheck = ({ dataDir }: Pick<CheckedParts, 'dataDir'>): HealthCheck => ({
  part: 'disk',
  label: 'Espaço em disco',
  run: async () => {
    const free = await freeBytesOf(dataDir);
    if (free < gibibyte / 4) throw unhealthy('O disco está quase cheio.');
    return free < 5 * gibibyte ? new HealthWarning('Resta pouco espaço em disco.') : undefined;
  },
});

/** MTE publishes a month at the end of the next one, and IBGE its INPC before. */
const usualMonthsBehind = 3;

const freshnessCheck = ({ store, clock }: CheckedParts): HealthCheck => ({
  part: 'data_freshness',
  label: 'Atualidade dos dados',
  run: async () => {
    const { months, isSynthetic } = readableRelease(await currentRelease(store));
    const last = months.at(-1);
    if (last === undefined) return new HealthWarning('Nenhum mês carregado ainda.');
    if (isSynthetic) return new HealthWarning('Só há dados sintéticos de demonstração.');
    const notes = [...outdatedTables(last, brasiliaMonth(clock()))];
    return notes.length === 0 ? undefined : new HealthWarning(notes.join(' '));
  },
});

/** A sentence for each table that lacks months, given the last month of the data and the present one (AAAAMM). */
function* outdatedTables(last: string, month: string): Generator<string> {
  if (month > lastCertainWageMonth())
    yield `O salário mínimo de ${month.slice(0, 4)} não está nas tabelas: importe o valor em Configurações.`;
  const lastPrices = allInpcMonths().at(-1)?.month ?? '';
  if (monthsBetween(lastPrices, last) > usualMonthsBehind)
    yield `O INPC vai só até ${formatMonth(lastPrices)}: importe os meses seguintes em Configurações.`;
  if (monthsBetween(last, month) > usualMonthsBehind)
    yield `Os dados vão só até ${formatMonth(last)}.`;
}

const unhealthy = (message: string) => new AppError('unhealthy', 503, message);
