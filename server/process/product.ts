import { join } from 'node:path';
import type { Logger } from 'pino';
import type { SharedFiles } from '../platform/files/shared-files.ts';
import type { AppDeps } from './app.ts';
import type { Config } from './installation/config.ts';
import { filesCheck, productChecks, secretKeyChecks, storeCheck } from '../operations/checks.ts';
import { cached } from '../operations/health.ts';
import { uploadsOf } from '../registry/ingest/uploads.ts';
import { type Metrics, watchStore } from '../platform/observability/metrics.ts';
import { slowQueryLog } from '../platform/observability/slow-queries.ts';
import type { PersonalRecords } from '../people/identity/my-data.ts';
import { OpenIdProvider } from '../people/identity/provider/open-id-provider.ts';
import { providerAccountRecords } from '../people/identity/provider/sign-in-by-provider.ts';
import { Seal } from '../people/identity/seal.ts';
import { SecondFactors } from '../people/identity/second-factor.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import { openMailQueue } from '../platform/mail/mail-queue.ts';
import { partialDir } from './installation/installation.ts';
import type { JobRunner } from '../platform/jobs/job-runner.ts';
import { reportRecords } from '../research/reports/read-reports.ts';
import { reportRunner, sweepReports } from '../research/reports/report-jobs.ts';
import { httpsCheck } from './next-steps.ts';
import { removeTextOf, typedTextRecords } from '../research/remove-typed-text.ts';
import { followRecords } from '../research/digest/follows.ts';
import { sendDigests } from '../research/digest/send-digests.ts';
import { linkRecords } from '../research/public-links.ts';
import { savedRecords, viewRecords } from '../research/saved-searches.ts';
import { searchService } from '../research/search-service.ts';
import { historyRecords } from '../research/search-history.ts';
import { accountRoutes, freshProofDeps } from '../routes/identity/account-routes.ts';
import { apiKeyRoutes } from '../routes/companies/companies.ts';
import { apiV1Routes } from '../routes/api-v1/routes.ts';
import type { DailyTask } from '../platform/jobs/daily.ts';
import { marketRoutes } from '../routes/market/market.ts';
import { laudoRoutes } from '../routes/research/receipts.ts';
import { equalityRoutes } from '../routes/equality/equality.ts';
import { loadRoutes } from '../routes/uploads/load-routes.ts';
import { occupationGroupRoutes, referenceRoutes } from '../routes/reference/reference.ts';
import { overviewRoutes, settingsRoutes } from '../routes/settings/settings.ts';
import { resumableRoutes } from '../routes/uploads/resumable-uploads.ts';
import { publicLinkRoutes } from '../routes/research/public-links.ts';
import { reportRoutes } from '../routes/reports/reports.ts';
import { researchRoutes, showcaseRoutes } from '../routes/research/research-routes.ts';
import { sessionCookie } from '../routes/access/session-cookie.ts';
import { uploadRoutes } from '../routes/uploads/uploads.ts';
import { marketService } from '../answers/serving/market-service.ts';
import { deferredPanelService } from '../answers/serving/deferred-panel-service.ts';
import { equalityService } from '../answers/serving/equality-service.ts';
import { groupPayReader } from '../answers/serving/group-pay-reader.ts';
import { occupationCountsReader } from '../answers/serving/occupation-counts.ts';
import { diskCacheIn } from '../answers/serving/disk-cache.ts';
import { queryScheduler } from '../answers/serving/query-scheduler.ts';
import { precomputer, type Precompute } from '../answers/serving/precompute.ts';
import { popularQueries } from '../answers/serving/popular-queries.ts';
import { warmUp } from '../answers/serving/warm-up.ts';
import type { Release } from '../answers/query/release.ts';
import type { SortedIndexService } from '../answers/index/sorted-index.ts';
import { showcaseReader } from '../research/showcase.ts';
import type { SystemInformation } from '../registry/settings/summary.ts';
import { checkSourceDaily, dailyCheckCron } from '../registry/source-loads/daily-check.ts';
import type { SourceLoads } from '../registry/source-loads/source-loads.ts';
import { maybeSource } from '../registry/sources/open.ts';
import { Scheduler } from '../platform/scheduler/scheduler.ts';
import type { Store, StoreAndClock } from '../platform/store/store.ts';
import { indexBackend } from '../answers/present/answer.ts';
import { QueryCache } from '../answers/query/query-cache.ts';
import { version } from '../platform/version.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';

export interface ProductParts extends StoreAndClock {
  readonly metrics: Metrics;
  readonly config: Config;
  readonly warehouse: Warehouse;
  /** The secret with which this installation encrypts and signs. */
  readonly secret: Buffer;
  readonly files: SharedFiles;
  readonly logger: Logger;
  readonly sortedIndex: SortedIndexService;
  /** Notifies the upload runner that there is work. */
  readonly wake: () => void;
  /** Stops an upload in progress in this process. */
  readonly cancelRunning: (uploadId: string) => void;
  /** The address that users type, without a trailing slash. */
  readonly siteAddress: () => string;
}

export interface Product extends Pick<
  AppDeps,
  'routes' | 'healthChecks' | 'metrics' | 'factors' | 'mailQueue' | 'scheduler'
> {
  readonly reportRunner: JobRunner;
  readonly precompute: Precompute;
  /** Runs some queries internally, so that the first user's query runs on compiled code; see `warmUp`. */
  startWarmUp(): void;
  readonly dailyTasks: readonly DailyTask[];
  /** Interrupts the reports in progress, sends the mail in progress and closes the mailer. */
  close(): Promise<void>;
}

/** The folder of cached responses. The processes that serve users share it. */
const answersDir = ({ dataDir }: Config) => join(dataDir, 'answers');

export const spoolDir = ({ dataDir }: Config) => join(dataDir, 'outbox');

/** Every route and health check of the product. The server and the test of the access matrix use the same ones. */
export function productOf(parts: ProductParts): Product {
  const { config, store, warehouse, files, clock, logger, metrics, siteAddress } = parts;
  const mailer = openMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    spoolDir: spoolDir(config),
    onWritten: (path) =>
      logger.info({ path }, 'no SMTP_URL: a mail was written to the spool folder'),
  });
  const mailQueue = openMailQueue(mailer, logger);
  const factors = new SecondFactors(parts.secret);
  const confirmation = freshProofDeps({ store, clock, factors, mailQueue });
  const source = maybeSource(config);
  const checks = [
    ...productChecks({ store, warehouse, mailer, dataDir: config.dataDir, source, clock }),
    ...(config.filesUrl === undefined ? [] : [filesCheck(files)]),
    ...secretKeyChecks(config.role, store, factors).map((check) => cached(check, 60_000)),
    httpsCheck(config),
  ];
  const sourceLoads: SourceLoads = { store, clock, source, wake: parts.wake };
  const backend = indexBackend({
    index: parts.sortedIndex,
    families: new QueryCache(),
    models: new QueryCache(),
  });
  const reports = { store, warehouse, clock, version, siteAddress, files, backend };
  const runner = reportRunner(reports, logger);
  const watchQuery = slowQueryLog({ logger, warehouse, slowMs: config.slowQueryMs });
  const countsOf = occupationCountsReader({ store, warehouse });
  const diskCache =
    config.precomputedOccupations > 0 ? diskCacheIn(answersDir(config), logger) : null;
  const scheduler = new Scheduler();
  const queries = queryScheduler(scheduler, () => countsOf(0));
  const service = searchService({
    scheduler,
    version,
    metrics,
    watchQuery,
    backend,
    countsOf,
    diskCache,
  });
  const equality = equalityService({ scheduler, warehouse, countsOf });
  const isPrepared = (release: Release) => parts.sortedIndex.isReady(release);
  const precompute = precomputer({
    service,
    store,
    logger,
    popular: async (release) =>
      popularQueries({
        store,
        release,
        counts: await countsOf(),
        limit: config.precomputedOccupations,
        now: clock(),
      }),
    diskCache,
    isPrepared,
  });
  const market = marketService({ scheduler, warehouse, countsOf });
  const panelParts = { store, scheduler, warehouse, backend, countsOf };
  const deferredPanels = deferredPanelService(panelParts);
  const searching = { store, warehouse, clock, version, service, queries, deferredPanels };
  const { maxUploadMegabytes } = config;
  const receiving = { store, clock, files, maxUploadMegabytes, wake: parts.wake };
  // Without the family cache: a warm-up query leaves no counts that a user's query would reuse.
  const uncached = indexBackend({ index: parts.sortedIndex });
  let warming: Promise<unknown> = Promise.resolve();
  watchStore(metrics, store, clock);
  const closing = new AbortController();
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  const cookie = sessionCookie(isHttps);
  return {
    metrics,
    factors,
    mailQueue,
    scheduler,
    reportRunner: runner,
    precompute,
    startWarmUp: () => {
      const warmParts = { ...searching, backend: uncached, logger, countsOf, isPrepared };
      warming = warmUp(warmParts, closing.signal);
    },
    healthChecks: checks,
    routes: [
      ...researchRoutes(searching),
      reportRoutes({ ...reports, runner }),
      laudoRoutes(reports),
      publicLinkRoutes({ ...reports, confirmation }),
      // The counts of the previous release are good enough for sorting suggestions.
      referenceRoutes({ store, records: () => countsOf(0) }),
      apiKeyRoutes({ store, clock, confirmation }),
      apiV1Routes({ ...searching, records: () => countsOf(0) }),
      occupationGroupRoutes({
        payByGroup: groupPayReader({ store, warehouse, logger, signal: closing.signal }),
      }),
      marketRoutes({ store, countsOf, service: market }),
      equalityRoutes({ store, clock, version, service: equality }),
      uploadRoutes({ ...receiving, warehouse }),
      resumableRoutes({ ...receiving, partialDir: partialDir(config) }),
      ...loadRoutes({ ...parts, ...sourceLoads }),
      ...accountRoutes({
        store,
        clock,
        mailQueue,
        siteAddress,
        isHttps,
        sessionIdleHours: config.sessionIdleHours,
        factors,
        provider: maybeProvider(config, clock),
        seal: new Seal(parts.secret, 'sign-in by provider'),
        requiresSecondFactor: config.requiresSecondFactor,
        personalRecords: personalRecords(store),
        removeTyped: (db, userId) => removeTextOf(db, userId, clock()),
        onUserDeleted: async () => void (await sweepReports(reports)),
      }),
      settingsRoutes({ db: store.db, clock, system: systemInformation(parts) }),
      overviewRoutes({ store, cookie, checks: [storeCheck(store), ...checks] }),
      showcaseRoutes(showcaseReader({ store, warehouse })),
    ],
    dailyTasks: [
      {
        name: 'source check',
        at: dailyCheckCron,
        run: (signal) => checkSourceDaily({ ...sourceLoads, mailQueue, siteAddress }, signal),
      },
      {
        name: 'month digest',
        // Every hour, so that followers hear of a new month soon after its release.
        at: '25 * * * *',
        run: (signal) =>
          sendDigests({ store, warehouse, queries, clock, mailer, siteAddress }, signal),
      },
      { name: 'expired reports', at: '45 3 * * *', run: () => sweepReports(reports) },
    ],
    close: async () => {
      closing.abort(new Error('The product is closing.'));
      await Promise.all([precompute.stop(), warming]);
      for (const each of [service, deferredPanels, market, equality]) each.close();
      await runner.stop();
      await mailQueue.close();
      mailer.close();
    },
  };
}

const maybeProvider = ({ provider, publicUrl }: Config, clock: () => Date) =>
  provider && new OpenIdProvider(provider, `${publicUrl}/api/oidc/end`, clock);

/** The records that each area has about a user, for "Meus dados". */
const personalRecords = (store: Store): readonly PersonalRecords[] => [
  { name: 'contasNoProvedor', read: (userId) => providerAccountRecords(store.db, userId) },
  { name: 'envios', read: (userId) => uploadsOf(store, userId) },
  { name: 'historicoDePesquisas', read: (userId) => historyRecords(store.db, userId) },
  { name: 'pesquisasSalvas', read: (userId) => savedRecords(store.db, userId) },
  { name: 'linksPublicos', read: (userId) => linkRecords(store.db, userId) },
  { name: 'relatorios', read: (userId) => reportRecords(store.db, userId) },
  { name: 'pesquisasSalvasAbertas', read: (userId) => viewRecords(store.db, userId) },
  { name: 'avisosPorEmail', read: (userId) => followRecords(store.db, userId) },
  { name: 'textosDigitados', read: (userId) => typedTextRecords(store.db, userId) },
];

function systemInformation({ config, store, clock }: ProductParts): SystemInformation {
  return {
    version,
    nodeVersion: process.version,
    startedAt: clock().toISOString(),
    appDatabase: store.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    warehouse: config.clickhouseUrl === undefined ? 'chDB' : 'ClickHouse',
    mail: config.smtpUrl === undefined ? 'outbox' : 'smtp',
    hasSource: config.cagedSource !== undefined,
    maxUploadMegabytes: config.maxUploadMegabytes,
  };
}
