import { resolve } from 'node:path';
import { formatMoment } from '../../../shared/words/format.ts';
import { freeBytesOf } from '../../platform/files/free-disk.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import { prepareCopied } from '../installation/sorted-index.ts';
import { openExistingStore, openPreparedWarehouse } from '../installation/installation.ts';
import { createLogger, logOutput } from '../installation/log.ts';
import { installationSecret, maybeSecret } from '../installation/secret.ts';
import { type OpenBackup, openBackup } from '../transfer/backup-folder.ts';
import { requireNewFolder, requireOutside } from '../transfer/new-backup-folder.ts';
import { BackupSeal } from '../transfer/manifest.ts';
import { backupRunner, findBackup, mebibytes, queueBackup } from '../transfer/backup-jobs.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { type CommandContext, followJobs, maybeOptions, refusingBusy, print } from './context.ts';
import { randomBytes } from 'node:crypto';
import { withExclusiveAccess } from '../transfer/exclusive-access.ts';
import { emptyTarget, withTarget, type TargetPlaces } from '../transfer/open-target.ts';
import { unfinishedRestore } from '../installation/unfinished-restore.ts';
import { writeInstallation } from '../transfer/write-installation.ts';
import { type Config, readConfig } from '../installation/config.ts';
import { maybeFailureMessage } from '../installation/failure-message.ts';
import { StartError } from '../../platform/errors.ts';
import { readInstallation } from '../transfer/installation-source.ts';
import { leftOutOfCopies } from '../transfer/app-rows.ts';

/**
 * Writes a backup of both databases and the files into a new folder. If a server has the embedded warehouse open, the
 * server makes the backup while it serves users, and this command follows it. Returns 1 when the backup failed.
 */
export async function makeBackup(
  context: CommandContext,
  [folder = '']: readonly string[],
): Promise<number> {
  const { config, store, clock } = context;
  await requireOutside(config.dataDir, folder);
  await requireNewFolder(folder);
  const id = await queueBackup(store, resolve(folder), clock);
  let shown = '';
  const followed = await followJobs(
    context,
    (warehouse) => runnerOf(context, id, warehouse),
    async () => {
      const { status, progress, message } = await findBackup(store, id);
      if (status === 'DONE' || status === 'FAILED') return { status, message };
      if (progress !== null && progress !== shown) console.error(progress);
      shown = progress ?? shown;
      return undefined;
    },
    'Outro processo está usando os dados. Se for o servidor, ele faz o backup; se não, este comando o faz depois. Acompanhe aqui.',
  ).catch(async (error: unknown) => {
    // Otherwise the next process with the warehouse open would make it.
    await cancelBackup(context, id).catch(() => undefined);
    throw error;
  });
  const { status, message } = followed ?? (await cancelBackup(context, id));
  if (status === 'DONE') console.log(message);
  else console.error(message);
  return status === 'DONE' ? 0 : 1;
}

/** Cancels the backup, unless it has ended meanwhile; returns its row. */
async function cancelBackup({ store, clock }: CommandContext, id: string) {
  const message = 'Interrompido: nenhum backup foi feito.';
  await store.db
    .updateTable('backups')
    .set({ status: 'FAILED', message, finished_at: clock().toISOString() })
    .where('id', '=', id)
    .where('status', 'not in', ['DONE', 'FAILED'])
    .execute();
  return findBackup(store, id);
}

async function runnerOf(
  { config, store, clock }: CommandContext,
  id: string,
  warehouse: Warehouse,
) {
  const files = await openFiles(config);
  const seal = new BackupSeal(await installationSecret(config));
  const parts = { store, storeOptions: config, warehouse, files, seal, clock };
  return backupRunner(parts, createLogger(logOutput(config.dataDir)), (other) => other === id);
}

const options = ['--overwrite', '--without-seal'];

/** Restores a backup into the configured installation; backup and installation may use different engines. */
export async function restoreBackup(
  config: Config,
  args: readonly string[],
  freeBytes = freeBytesOf,
): Promise<number> {
  const isOverwriting = args.includes('--overwrite');
  const [folder, ...more] = args.filter((arg) => !options.includes(arg));
  if (folder === undefined || more.length > 0 || folder.startsWith('--')) return 2;
  const isSealed = !args.includes('--without-seal');
  const source = await openBackup(folder, isSealed ? await sealOf(config) : undefined, print);
  if (!isSealed) print(unsealed);
  const { manifest } = source;
  await refusingBusy(() =>
    withExclusiveAccess(config, async () => {
      const restore = unfinishedRestore(config.dataDir);
      await restore.finishMoving();
      // A repeated run has written a part already.
      const isNew = config.clickhouseUrl === undefined && (await restore.aside()) === undefined;
      if (isNew && (await freeBytes(config.dataDir)) < source.bytes) throw tooLittleRoom(source);
      if (isOverwriting) await emptyTarget(config, manifest.installation, new Date(), print);
      await withTarget(config, async (target) => {
        await writeInstallation(source, { ...target, restore }, print);
        print('Preparando os meses para as consultas…');
        await prepareCopied(config, target);
      });
    }),
  );
  console.log(
    `Restaurado e conferido: o backup de ${formatMoment(manifest.createdAt)}, horário de Brasília. Inicie o servidor; cada pessoa entra de novo com a própria senha.`,
  );
  return 0;
}

const tooLittleRoom = ({ bytes }: OpenBackup) =>
  new StartError(
    `Nada foi mudado: o backup tem ${mebibytes(bytes)}, e o disco de DATA_DIR não tem esse espaço livre. Libere espaço e repita o comando.`,
  );

/** Without a secret in the environment or the folder, a random key, which matches no backup. */
const sealOf = async (config: Config): Promise<BackupSeal> =>
  new BackupSeal((await maybeSecret(config)) ?? randomBytes(32));

const unsealed =
  'ATENÇÃO: o selo do backup não foi conferido (--without-seal). Quem o gravou pode ter criado contas ou mudado números. Antes de abrir o acesso, confira os administradores em /admin/users e os meses em /integrity.';

/**
 * Copies an embedded installation to servers. It migrates the app database of a source from an earlier version and
 * releases what dead processes held; it changes no other row. When repeated, it continues where it stopped.
 */
export async function migrateTo(config: Config, args: readonly string[]): Promise<number> {
  if (config.databaseUrl !== undefined || config.clickhouseUrl !== undefined) {
    throw new StartError(
      'migrate-to parte da instalação embutida de DATA_DIR: tire DATABASE_URL e CLICKHOUSE_URL do ambiente e informe os endereços com --database e --clickhouse.',
    );
  }
  try {
    const places = targetOf(config, args);
    if (places === undefined) return 2;
    await refusingBusy(() => copy(config, places));
  } catch (error) {
    throw namingOptions(error);
  }
  console.log(
    'Copiado e conferido. Inicie o servidor com DATABASE_URL e CLICKHOUSE_URL nos novos endereços e com a mesma pasta DATA_DIR, que guarda os relatórios. A instalação embutida ainda tem todos os seus dados.',
  );
  return 0;
}

/** Names the options in a message about the target, which has no variables. */
function namingOptions(error: unknown): unknown {
  const message = maybeFailureMessage(error) ?? '';
  const named = message
    .replaceAll('DATABASE_URL', '--database')
    .replaceAll('CLICKHOUSE_URL', '--clickhouse')
    .replaceAll('CLICKHOUSE_CLUSTER', '--cluster');
  return named === message ? error : new StartError(named, { cause: error });
}

async function copy(config: Config, places: TargetPlaces): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const store = await openExistingStore(config);
  opened.defer(() => store.close());
  const warehouse = await openPreparedWarehouse(config, store);
  opened.defer(() => warehouse.close());
  const reading = {
    store: config,
    warehouse,
    clock: () => new Date(),
    leftOut: leftOutOfCopies,
    files: undefined,
    print,
  };
  await readInstallation(reading, (source) =>
    withExclusiveAccess(places, () =>
      withTarget(places, async (target) => {
        await writeInstallation(source, target, print);
        print('Preparando os meses para as consultas…');
        await prepareCopied({ ...config, ...places }, target);
      }),
    ),
  );
}

function targetOf(
  { dataDir, filesUrl }: Config,
  args: readonly string[],
): TargetPlaces | undefined {
  const option = { type: 'string' } as const;
  const values = maybeOptions(args, { database: option, clickhouse: option, cluster: option });
  if (values?.database === undefined || values.clickhouse === undefined) return undefined;
  const { databaseUrl, clickhouseUrl, clickhouseCluster } = readConfig({
    DATABASE_URL: values.database,
    CLICKHOUSE_URL: values.clickhouse,
    CLICKHOUSE_CLUSTER: values.cluster,
  });
  return { databaseUrl, clickhouseUrl, clickhouseCluster, filesUrl, dataDir };
}
