import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Role } from '../../shared/codes/roles.ts';
import { startSession } from '../../server/people/identity/sessions.ts';
import { createUser } from '../../server/people/identity/users.ts';
import { freeBytesOf, type FreeBytes } from '../../server/platform/files/free-disk.ts';
import { removeReceivedFiles } from '../../server/registry/ingest/uploads.ts';
import { uploadRunner } from '../../server/registry/ingest/upload-jobs.ts';
import type { JobRunner } from '../../server/platform/jobs/job-runner.ts';
import { createLogger } from '../../server/process/installation/log.ts';
import { Metrics } from '../../server/platform/observability/metrics.ts';
import { slowQueryLog } from '../../server/platform/observability/slow-queries.ts';
import type { MakingReports } from '../../server/research/reports/make-report.ts';
import { reportRunner } from '../../server/research/reports/report-jobs.ts';
import { searchService } from '../../server/research/search-service.ts';
import { testConfirmation } from './accounts.ts';
import { CurrentTokens } from './current-tokens.ts';
import { laudoRoutes } from '../../server/routes/research/receipts.ts';
import { equalityRoutes } from '../../server/routes/equality/equality.ts';
import { apiKeyRoutes } from '../../server/routes/companies/companies.ts';
import { apiV1Routes } from '../../server/routes/api-v1/routes.ts';
import { loadRoutes } from '../../server/routes/uploads/load-routes.ts';
import { marketRoutes } from '../../server/routes/market/market.ts';
import { occupationGroupRoutes, referenceRoutes } from '../../server/routes/reference/reference.ts';
import { publicLinkRoutes } from '../../server/routes/research/public-links.ts';
import { reportRoutes } from '../../server/routes/reports/reports.ts';
import { researchRoutes } from '../../server/routes/research/research-routes.ts';
import { resumableRoutes } from '../../server/routes/uploads/resumable-uploads.ts';
import { queryScheduler } from '../../server/answers/serving/query-scheduler.ts';
import { Scheduler } from '../../server/platform/scheduler/scheduler.ts';
import { marketService } from '../../server/answers/serving/market-service.ts';
import { deferredPanelService } from '../../server/answers/serving/deferred-panel-service.ts';
import { equalityService } from '../../server/answers/serving/equality-service.ts';
import { groupPayReader } from '../../server/answers/serving/group-pay-reader.ts';
import { occupationCountsReader } from '../../server/answers/serving/occupation-counts.ts';
import { currentRelease } from '../../server/platform/store/current-release.ts';
import { uploadRoutes } from '../../server/routes/uploads/uploads.ts';
import type { Installation } from './installation.ts';
import { testApp } from './test-app.ts';

/** The HTTP app over an installation, called without listening, as users of each role. */
export interface Served {
  readonly app: FastifyInstance;
  /** Calls as a user of this role; null is signed out. */
  call(role: Role | null, request: InjectOptions): Promise<LightMyRequestResponse>;
  /** The cookie header of a user of this role, for calls over the network. */
  cookie(role: Role): Promise<string>;
  /** Makes the requested reports; it works only when the test runs it. */
  readonly reports: MakingReports & {
    /** The folder of the documents. */
    readonly reportsDir: string;
    readonly runner: JobRunner;
    readonly lines: readonly string[];
  };
  /** The search service. */
  readonly answerService: Pick<ReturnType<typeof searchService>, 'figures' | 'answer'>;
  /** The scheduler of all work in the app. */
  readonly scheduler: Scheduler;
  close(): Promise<void>;
}

const clock = () => new Date();

export interface ServeOptions {
  readonly maxUploadMegabytes?: number;
  readonly freeBytes?: FreeBytes;
  /**
   * Maximum wait of a response for counts by occupation; by default until they are ready, because tests do not retry.
   */
  readonly maxWaitMs?: number;
}

export async function serve(
  installation: Installation,
  { maxUploadMegabytes = 1, freeBytes = freeBytesOf, maxWaitMs = 120_000 }: ServeOptions = {},
): Promise<Served> {
  const { store, warehouse, backend, folder } = installation;
  const logger = createLogger({ write: () => undefined });
  const { files } = installation.loading;
  const runner = uploadRunner({
    loading: installation.loading,
    logger,
    onEnded: (id) => removeReceivedFiles(store, id, files),
  });
  await installation.sortedIndex.open();
  await installation.sortedIndex.prepare(await currentRelease(store), undefined);
  const lines: string[] = [];
  const making: MakingReports = {
    store,
    warehouse,
    backend,
    clock,
    version: 'test',
    siteAddress: () => 'https://caged.example',
    files,
  };
  const reportsRunner = reportRunner(making, createLogger({ write: (line) => lines.push(line) }));
  const counted = { store, warehouse, maxWaitMs };
  const scheduler = new Scheduler();
  const queries = queryScheduler(scheduler, occupationCountsReader(counted));
  const answerService = searchService({
    scheduler,
    version: 'test',
    backend,
    countsOf: occupationCountsReader(counted),
    metrics: new Metrics(),
    watchQuery: slowQueryLog({ logger, warehouse, slowMs: 0 }),
    diskCache: null,
  });
  const equality = equalityService({
    scheduler,
    warehouse,
    countsOf: occupationCountsReader(counted),
  });
  const deferredPanels = deferredPanelService({
    store,
    scheduler,
    warehouse,
    backend,
    countsOf: occupationCountsReader(counted),
  });
  const confirmation = testConfirmation(store, clock);
  const app = await testApp({
    store,
    clock,
    logger,
    scheduler,
    routes: [
      ...researchRoutes({
        store,
        warehouse,
        clock,
        version: 'test',
        service: answerService,
        queries,
        deferredPanels,
      }),
      reportRoutes({
        ...making,
        runner: { wake: () => undefined, cancel: (id) => reportsRunner.cancel(id) },
      }),
      laudoRoutes(making),
      publicLinkRoutes({ ...making, confirmation }),
      referenceRoutes({ store, records: occupationCountsReader(counted) }),
      apiKeyRoutes({ store, clock, confirmation }),
      apiV1Routes({
        store,
        warehouse,
        clock,
        version: 'test',
        service: answerService,
        records: occupationCountsReader(counted),
        queries,
        deferredPanels,
      }),
      occupationGroupRoutes({
        payByGroup: groupPayReader({ ...counted, logger }),
      }),
      marketRoutes({
        store,
        countsOf: occupationCountsReader(counted),
        service: marketService({
          scheduler,
          warehouse,
          countsOf: occupationCountsReader(counted),
        }),
      }),
      equalityRoutes({
        store,
        clock,
        version: 'test',
        service: equality,
      }),
      uploadRoutes({
        store,
        warehouse,
        clock,
        files,
        maxUploadMegabytes,
        freeBytes,
        wake: () => runner.wake(),
      }),
      resumableRoutes({
        store,
        clock,
        partialDir: join(folder, 'partial'),
        files,
        maxUploadMegabytes,
        freeBytes,
        wake: () => runner.wake(),
      }),
      ...loadRoutes({
        store,
        warehouse,
        clock,
        source: installation.loading.source,
        files,
        wake: () => runner.wake(),
        cancelRunning: (id) => runner.cancel(id),
      }),
    ],
  });
  runner.start();
  const cookies = new Map<Role, string>();
  const cookieOf = async (role: Role) => {
    const known = cookies.get(role);
    if (known !== undefined) return known;
    const person = { firstName: 'Pessoa', lastName: role, role, companyId: null };
    const user = await createUser(
      store.db,
      { ...person, email: `${role}@exemplo.com.br`, password: 'Segredo-de-teste-1' },
      clock(),
    );
    const { token } = await startSession(store.db, user.id, clock());
    cookies.set(role, token);
    return token;
  };
  const tokens = new CurrentTokens();
  return {
    app,
    async call(role, request) {
      if (role === null) return app.inject(request);
      return tokens.call(await cookieOf(role), (current) =>
        app.inject({ ...request, cookies: current }),
      );
    },
    reports: { ...making, reportsDir: join(folder, 'reports'), runner: reportsRunner, lines },
    answerService,
    scheduler,
    cookie: async (role) => `caged_session=${await cookieOf(role)}`,
    async close() {
      await runner.stop();
      await reportsRunner.stop();
      answerService.close();
      await app.close();
    },
  };
}

/** A multipart body of text fields and files. */
export function multipart(
  parts: readonly { name: string; value: string | Buffer; filename?: string }[],
): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'limite-de-teste';
  const chunks = parts.flatMap(({ name, value, filename }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: application/octet-stream`}\r\n\r\n`,
    value,
    '\r\n',
  ]);
  return {
    payload: Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk))),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
