import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../installation/config.ts';
import { openMigratedStore, openPreparedWarehouse } from '../installation/installation.ts';
import { prepareCopied } from '../installation/sorted-index.ts';
import { StartError } from '../../platform/start-error.ts';
import { aloneIn } from '../transfer/alone.ts';
import { readInstallation } from '../transfer/installation-source.ts';
import { leftOutOfCopies } from '../transfer/left-out.ts';
import { withTarget, type TargetPlaces } from '../transfer/open-target.ts';
import { writeInstallation } from '../transfer/write-installation.ts';
import { refusingBusy, say } from './transfer-words.ts';

/**
 * Copies an embedded installation to servers. The command only reads the source. When repeated, it continues where it
 * stopped.
 */
export async function migrateTo(config: Config, args: readonly string[]): Promise<number> {
  const places = targetOf(config, args);
  if (places === undefined) return 2;
  if (config.databaseUrl !== undefined || config.clickhouseUrl !== undefined) {
    throw new StartError(
      'migrate-to parte da instalação embutida de DATA_DIR: tire DATABASE_URL e CLICKHOUSE_URL do ambiente e dê os endereços com --database e --clickhouse.',
    );
  }
  await refusingBusy(() => copy(config, places));
  console.log(
    'Copiado e conferido. Inicie o servidor com DATABASE_URL e CLICKHOUSE_URL nos novos endereços e com a mesma pasta DATA_DIR, que guarda os relatórios. A instalação embutida ficou como estava.',
  );
  return 0;
}

async function copy(config: Config, places: TargetPlaces): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const store = await openMigratedStore(config);
  opened.defer(() => store.close());
  const warehouse = await openPreparedWarehouse(config, store);
  opened.defer(() => warehouse.close());
  const reading = {
    store: config,
    warehouse,
    clock: () => new Date(),
    leftOut: leftOutOfCopies,
    files: undefined,
    say,
  };
  await readInstallation(reading, (source) =>
    aloneIn(places, () =>
      withTarget(places, async (target) => {
        await writeInstallation(source, target, say);
        say('Preparando os meses para as consultas…');
        await prepareCopied({ ...config, ...places }, target);
      }),
    ),
  );
}

function targetOf(
  { dataDir, filesUrl }: Config,
  args: readonly string[],
): TargetPlaces | undefined {
  const values = maybeValues(args);
  if (values?.database === undefined || values.clickhouse === undefined) return undefined;
  const { databaseUrl, clickhouseUrl, clickhouseCluster } = readConfig({
    DATABASE_URL: values.database,
    CLICKHOUSE_URL: values.clickhouse,
    CLICKHOUSE_CLUSTER: values.cluster,
  });
  return { databaseUrl, clickhouseUrl, clickhouseCluster, filesUrl, dataDir };
}

function maybeValues(args: readonly string[]) {
  const option = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { database: option, clickhouse: option, cluster: option },
    }).values;
  } catch {
    return undefined;
  }
}
