import type { Logger } from 'pino';
import { openFiles } from '../platform/files/open-files.ts';
import type { SharedFiles } from '../platform/files/shared-files.ts';
import { openReceiver, ShippedLog } from '../platform/observability/log-receiver.ts';
import { mergeParts } from '../platform/warehouse/merge-parts.ts';
import { maybeStartFailureMessage } from './installation/failure-message.ts';
import { makeDataDir, requireFolders } from './installation/data-dir.ts';
import { BackupSeal } from './transfer/manifest.ts';
import { temporaryPasswordHours } from '../../shared/contracts/passwords.ts';
import { Readiness } from '../operations/health.ts';
import { applyRetention } from '../operations/retention.ts';
import { startShipping } from '../people/audit/ship-audit.ts';
import {
  type FirstAdministrator,
  firstAdministrator,
} from '../people/identity/first-administrator.ts';
import { type DailyTask, startDaily } from '../platform/jobs/daily.ts';
import { sweepAttempts } from '../people/limits/shared-counts.ts';
import { Metrics } from '../platform/observability/metrics.ts';
import { requireOpenFiles } from '../platform/open-file-limit.ts';
import { currentRelease } from '../platform/store/current-release.ts';
import type { Store } from '../platform/store/store.ts';
import { WarehouseBusyError } from '../platform/warehouse/engine-error.ts';
import { readyReferenceTables } from '../reference/imported-references.ts';
import { readyTypedQueries } from '../reference/typed/read-typed-query.ts';
import { loadDemonstration } from '../registry/generator/load-demonstration.ts';
import { sweepReceivedFiles } from '../registry/ingest/sweep-received-files.ts';
import { uploadRunner } from '../registry/ingest/upload-jobs.ts';
import { removeReceivedFiles } from '../registry/ingest/uploads.ts';
import { requireWholeBatches } from '../registry/releases/require-whole-batches.ts';
import { removeOldReleases } from '../registry/releases/remove-old-releases.ts';
import { watchReplicas } from '../registry/releases/watch-replicas.ts';
import { sweepPartialUploads } from '../registry/resumable/partial-uploads.ts';
import { sweepUploadLocks } from '../registry/resumable/upload-locks.ts';
import { buildApp, buildWorkerApp } from './app.ts';
import { type Config, readConfig } from './installation/config.ts';
import {
  loadingWith,
  openMigratedStore,
  openPreparedWarehouse,
  partialDir,
} from './installation/installation.ts';
import { createLogger, logOutput } from './installation/log.ts';
import { installationSecret } from './installation/secret.ts';
import { sortedIndexOf } from './installation/sorted-index.ts';
import { keepReferencesCurrent } from './keep-references-current.ts';
import { nextSteps, requireHttpsForOthers } from './next-steps.ts';
import { productOf, spoolDir } from './product.ts';
import { serveReadings } from './command/reading-socket.ts';
import { listen, requireAddress } from './require-address.ts';
import { startOutput } from './start-output.ts';
import { gracefulClose, stopOnSignal } from './stopping.ts';
import { type BackupJobs, backupRunner } from './transfer/backup-jobs.ts';

const clock = () => new Date();

/** Reads the configuration, wires everything and listens. A failure prints one line and sets exit code 1. */
export async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const opened = new AsyncDisposableStack();
  // Without a listener, a closed output would end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  try {
    await serve(readConfig(env), opened);
  } catch (error) {
    await opened.disposeAsync();
    startOutput(process.stderr).fail(await startFailure(error, env));
    process.exitCode = 1;
  }
}

/** The line for a failed start; unexpected errors are rethrown. */
async function startFailure(error: unknown, env: NodeJS.ProcessEnv): Promise<string> {
  if (error instanceof WarehouseBusyError) {
    return 'Outro processo já usa os dados de DATA_DIR: encerre-o, ou escolha outra pasta.';
  }
  const sentence = await maybeStartFailureMessage(error, env);
  if (sentence === undefined) throw error;
  return sentence;
}

/** What is opened here is closed in reverse order. */
async function serve(config: Config, opened: AsyncDisposableStack): Promise<void> {
  // Checked before anything is created, and before a password is shown that could not be shown again.
  requireHttpsForOthers(config);
  await requireOpenFiles();
  await requireAddress(config);
  await requireFolders(config);
  await makeDataDir(config.dataDir);
  const output = startOutput(process.stdout);
  opened.defer(() => output.done());
  const logger = openLog(config, opened);
  if (config.oldNames.length > 0) {
    output.print([
      `Variáveis de ambiente com nome antigo, que a próxima versão não aceita: ${config.oldNames.join(', ')}`,
    ]);
  }

  output.step('Abrindo o banco do sistema');
  const store = await openMigratedStore(config);
  opened.defer(() => store.close());
  await readyReferenceTables();
  readyTypedQueries();
  opened.defer(await keepReferencesCurrent(store, logger));

  output.step('Abrindo os dados do CAGED');
  const files = await openFiles(config);
  const metrics = new Metrics();
  metrics.watchProcess();
  const warehouse = metrics.watchWarehouse(await openPreparedWarehouse(config, store));
  opened.defer(() => warehouse.close());
  // This process may write the data only from here on. The password is printed at once because it cannot be requested
  // again.
  output.print(credentials(await firstAdministrator(store.db, config, clock())));
  output.step('Conferindo os meses publicados');
  await requireWholeBatches(store, warehouse);
  output.step('Abrindo o índice dos meses');
  const sortedIndex = sortedIndexOf(config, { store, warehouse, logger });
  if (config.role !== 'worker') await sortedIndex.open();
  opened.defer(() => sortedIndex.stop());
  const loading = loadingWith(config, {
    store,
    warehouse,
    files,
    clock,
    prepare: (coming, signal) => sortedIndex.prepare(coming, signal),
  });
  const runner = uploadRunner({
    loading,
    logger,
    onEnded: (id) => removeReceivedFiles(store, id, files),
    onIdle: async (signal) => {
      if (config.clickhouseUrl === undefined) await mergeParts(warehouse, signal);
    },
  });
  opened.defer(() => runner.stop());
  const worksOnJobs = config.role !== 'web';
  if (worksOnJobs && config.hasDemoData) {
    await loadDemonstration(loading, logger, (text) => output.step(text));
  }
  output.step('Iniciando o atendimento');

  let siteAddress = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const secret = await installationSecret(config);
  const product = productOf({
    config,
    store,
    warehouse,
    secret,
    files,
    clock,
    logger,
    metrics,
    sortedIndex,
    wake: () => runner.wake(),
    cancelRunning: (id) => runner.cancel(id),
    siteAddress: () => siteAddress,
  });
  opened.defer(() => product.close());
  const readiness = new Readiness();
  const deps = { config, store, clock, logger, readiness, ...product };
  const app = await (config.role === 'worker' ? buildWorkerApp(deps) : buildApp(deps));
  opened.defer(gracefulClose(app));

  const { promise: started, resolve: noteStarted } = Promise.withResolvers<void>();
  stopOnSignal({
    opened,
    logger,
    readiness,
    stopDelaySeconds: config.stopDelaySeconds,
    started,
    stopWorking: () => Promise.all([runner.stop(), product.reportRunner.stop()]),
  });
  const address = await listen(app, config);
  if (worksOnJobs) {
    runner.start();
    product.reportRunner.start();
    opened.defer(
      startBackups(config, { store, warehouse, files, seal: new BackupSeal(secret) }, logger),
    );
    opened.defer(watchReplicas({ store, warehouse }, logger));
    opened.defer(startAuditShipping(config, store, logger));
  }
  const oldReleases: DailyTask = {
    name: 'old releases',
    at: '35 3 * * *',
    run: () => removeOldReleases(store, clock),
  };
  const work = worksOnJobs ? [oldReleases, ...product.dailyTasks] : [];
  opened.defer(startDaily([...dailySweeps(config, store, files), ...work], logger));
  if (config.role !== 'worker') {
    sortedIndex.start();
    product.startWarmUp();
    if (config.precomputedOccupations > 0) product.precompute.start();
  }
  if (config.clickhouseUrl === undefined) {
    const { scheduler } = product;
    opened.defer(await serveReadings({ config, store, warehouse, clock, logger, scheduler }));
  }
  siteAddress = config.publicUrl ?? address;
  readiness.started();
  output.done();
  const { isSynthetic } = await currentRelease(store);
  output.print(nextSteps(siteAddress, { ...config, isSynthetic }));
  noteStarted();
}

/** The log, which also goes to a receiver if one is configured. */
function openLog({ auditShip, dataDir }: Config, opened: AsyncDisposableStack): Logger {
  const output = logOutput(dataDir);
  if (auditShip === undefined) return createLogger(output);
  const shipped = new ShippedLog(output, openReceiver(auditShip));
  opened.defer(() => shipped.close());
  return createLogger(shipped);
}

function startAuditShipping(
  { auditShip }: Config,
  store: Store,
  logger: Logger,
): () => Promise<void> {
  if (auditShip === undefined) return async () => undefined;
  const receiver = openReceiver(auditShip);
  return startShipping({ store, logger, receiver, destination: auditShip });
}

/** The process that has the embedded warehouse open makes its backups. With servers, the command makes them itself. */
function startBackups(
  config: Config,
  parts: Pick<BackupJobs, 'store' | 'warehouse' | 'files' | 'seal'>,
  logger: Logger,
): () => Promise<void> {
  if (config.clickhouseUrl !== undefined) return async () => undefined;
  const runner = backupRunner({ ...parts, storeOptions: config, clock }, logger);
  runner.start();
  return () => runner.stop();
}

/** These run in every process, because each may have its own disk. Several processes may sweep what they share. */
const dailySweeps = (config: Config, store: Store, files: SharedFiles): readonly DailyTask[] => [
  {
    name: 'retention',
    at: '30 3 * * *',
    run: () =>
      applyRetention({
        db: store.db,
        clock,
        spoolDir: spoolDir(config),
        typedTextDays: config.typedTextDays,
      }),
  },
  {
    name: 'partial uploads',
    at: '17 * * * *',
    run: async () => ({
      ...(await sweepPartialUploads({ directory: partialDir(config), clock })),
      ...(await sweepUploadLocks(store, clock)),
    }),
  },
  ...diskReserveTasks(store),
  { name: 'counted attempts', at: '23 * * * *', run: () => sweepAttempts(store, clock) },
  {
    name: 'received files',
    at: '40 3 * * *',
    run: () => sweepReceivedFiles({ store, clock, files }),
  },
];

const diskReserveTasks = ({ diskReserve }: Store): readonly DailyTask[] =>
  diskReserve === undefined
    ? []
    : [{ name: 'spare room', at: '*/10 * * * *', run: () => diskReserve.refill() }];

function credentials(administrator: FirstAdministrator | undefined): readonly string[] {
  if (administrator?.generatedPassword === undefined) return [];
  return [
    '',
    `Primeiro acesso (senha mostrada só agora; vale por ${temporaryPasswordHours} horas e é trocada no primeiro login):`,
    `  E-mail: ${administrator.email}`,
    `  Senha:  ${administrator.generatedPassword}`,
  ];
}
