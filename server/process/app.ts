import { join } from 'node:path';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import {
  type FastifyPluginAsyncZod,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { storeCheck } from '../operations/checks.ts';
import type { HealthCheck, Readiness } from '../operations/health.ts';
import { knownDevices } from '../people/identity/known-device.ts';
import { signInLockout } from '../people/identity/lockouts.ts';
import type { SecondFactors } from '../people/identity/second-factor.ts';
import { accountLockout } from '../people/limits/lockout.ts';
import type { MailQueue } from '../platform/mail/mail-queue.ts';
import type { Metrics } from '../platform/observability/metrics.ts';
import { nameRequests, requestId } from '../platform/observability/request-id.ts';
import type { Scheduler } from '../platform/scheduler/scheduler.ts';
import type { StoreAndClock } from '../platform/store/store.ts';
import { refuseForeignHosts, refuseForeignOrigins } from '../routes/access/origins.ts';
import { guardRoutes } from '../routes/access/guard.ts';
import { notFound, refuseUnknownParameters } from '../routes/access/refuse-unknown.ts';
import { type RouteTable, routeTable } from '../routes/access/route-table.ts';
import {
  deviceCookie,
  sessionCookie,
  renewProvedSessions,
  sessionUseRecorder,
  sessionUserReader,
} from '../routes/access/session-cookie.ts';
import { watchRefusals } from '../routes/access/watch-refusals.ts';
import { apiCallerReader, limitKeys } from '../routes/api-v1/keys.ts';
import { operationsRoutes } from '../routes/health/health.ts';
import {
  answerExpectations,
  brokenRequestRefuser,
  closeAfterPartOfBody,
  refusePipelines,
  requireOneHost,
  resetBrokenOffResponses,
} from '../routes/http/broken-requests.ts';
import { keepAddresses } from '../routes/http/caller-address.ts';
import { answerFailures, sendFailure } from '../routes/http/failures.ts';
import { securityHeaders, sendSecurityHeaders } from '../routes/http/security-headers.ts';
import { endSlowReaders, endSlowRequests } from '../routes/http/slow-clients.ts';
import { refuseUnstorableText } from '../routes/http/unstorable-text.ts';
import { identityRoutes } from '../routes/identity/identity.ts';
import { serveClient } from '../routes/pages/client.ts';
import { publicPages } from '../routes/pages/public-pages.ts';
import { scheduleRoutes } from '../routes/scheduling/scheduling.ts';
import type { Config } from './installation/config.ts';

export interface AppDeps extends StoreAndClock {
  readonly config: Config;
  readonly factors: SecondFactors;
  readonly mailQueue: Pick<MailQueue, 'add'>;
  readonly logger: FastifyBaseLogger;
  /** The routes of the other areas, each a plugin built with its own dependencies. */
  readonly routes: readonly FastifyPluginAsyncZod[];
  /** The checks of `GET /api/health` other than that of the app database. */
  readonly healthChecks: readonly HealthCheck[];
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  /** Who may call which route, and its cost; the product's own table unless a test passes another. */
  readonly table?: RouteTable;
  /** Shared with the services of the routes. */
  readonly scheduler: Scheduler;
  /** Folder of the built browser app. If it does not exist, the server serves only the API. */
  readonly clientDirectory?: string;
}

const builtClient = join(import.meta.dirname, '../../dist/client');

/** Builds the whole HTTP app, without listening. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, store, clock, logger, metrics, scheduler, table = routeTable } = deps;
  const app = newServer(deps);
  const cookie = sessionCookie(isHttps(config));

  answerFailures(app);
  refuseStrangeRequests(app, config);
  await app.register(fastifyCompress, {
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  });
  // The plugin sends the cookies in a hook of the same kind, so this one comes first.
  renewProvedSessions(app, { store, clock, cookie });
  await app.register(fastifyCookie);
  keepAnswersPrivate(app);
  watchRefusals(app, { store, clock, logger, cookie, metrics });
  refuseForeignOrigins(app, { publicUrl: config.publicUrl, table });
  refuseUnstorableText(app);
  const sessions = {
    store,
    clock,
    cookie,
    idleHours: config.sessionIdleHours,
    requiresSecondFactor: config.requiresSecondFactor,
  };
  const maybeUser = sessionUserReader(sessions);
  limitKeys(app, clock);
  guardRoutes(app, {
    table,
    maybeUser,
    maybeApiCaller: apiCallerReader({ store, clock }),
    noteUse: sessionUseRecorder(sessions),
  });

  refuseUnknownParameters(app, table);
  scheduleRoutes(app, { scheduler, table });

  const lockout = accountLockout(store, clock, signInLockout);
  await app.register(
    identityRoutes({
      db: store.db,
      clock,
      lockout,
      cookie,
      devices: knownDevices(store.db, clock),
      deviceCookie: deviceCookie(isHttps(config)),
      factors: deps.factors,
      mailQueue: deps.mailQueue,
      requiresSecondFactor: sessions.requiresSecondFactor,
      diskReserve: store.diskReserve,
    }),
  );
  await registerOperations(app, deps);
  for (const routes of deps.routes) await app.register(routes);
  const links = publicPages({ store, clock, isHttps: isHttps(config) });
  await serveClient(app, deps.clientDirectory ?? builtClient, { links, table });
  return app;
}

/** The HTTP app of a worker process: it serves health, readiness and metrics, and nothing else. */
export async function buildWorkerApp(
  deps: Pick<AppDeps, 'logger' | OperationsParts>,
): Promise<FastifyInstance> {
  const app = newServer(deps);
  answerFailures(app);
  refuseStrangeRequests(app, deps.config);
  keepAnswersPrivate(app);
  guardRoutes(app, {
    table: routeTable,
    maybeUser: async () => undefined,
  });
  await registerOperations(app, deps);
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  return app;
}

type OperationsParts = 'config' | 'store' | 'healthChecks' | 'readiness' | 'metrics';

/** Health, readiness and metrics routes, for people and for machines. */
async function registerOperations(
  app: FastifyInstance,
  { config, store, healthChecks, readiness, metrics }: Pick<AppDeps, OperationsParts>,
): Promise<void> {
  const checks = [storeCheck(store), ...healthChecks];
  const { metricsToken } = config;
  await app.register(operationsRoutes({ checks, readiness, metricsToken, metrics }));
}

function newServer({
  config,
  logger,
  metrics,
}: Pick<AppDeps, 'config' | 'logger' | 'metrics'>): FastifyInstance {
  const headers = securityHeaders(isHttps(config));
  const refuse = brokenRequestRefuser(headers);
  const { slowRequestSeconds } = config;
  const app = Fastify({
    // A request whose headers do not arrive in this time is refused; `slow-clients.ts` limits bodies.
    http: {
      headersTimeout: slowRequestSeconds * 1000,
      // Node's own limit of 300 s for a whole request refuses a longer time for the headers.
      requestTimeout: 0,
      // `requireOneHost` refuses requests without a host, and its response carries the security headers.
      requireHostHeader: false,
      connectionsCheckingInterval: slowRequestSeconds * 250,
    },
    genReqId: requestId,
    loggerInstance: logger,
    // Failures are logged in full; a line per request would bury them.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    // Only these proxies are trusted to state the caller's address.
    trustProxy: [...config.trustedProxies],
    // While the server stops, a request on an open connection is answered as usual and the connection is closed. The
    // framework's own 503 would be in English.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // No identifier is as long as the router's limit.
      const failure = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? notFound() : error;
      // No hook has run. The body, if there is one, would be read as the next request.
      void sendFailure(failure, request, reply.headers({ ...headers, connection: 'close' }));
    },
    clientErrorHandler: refuse,
  });
  // Not by `serverFactory`: the framework then listens on one address only of a name that has two, such as localhost.
  app.server.removeAllListeners('request');
  app.server.on(
    'request',
    refusePipelines((request, response) => app.routing(request, response)),
  );
  answerExpectations(app.server, headers);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  nameRequests(app);
  keepAddresses(app);
  closeAfterPartOfBody(app);
  resetBrokenOffResponses(app);
  endSlowRequests(app, { seconds: slowRequestSeconds, refuse });
  endSlowReaders(app, { seconds: slowRequestSeconds });
  metrics.watchRequests(app);
  return app;
}

const isHttps = ({ publicUrl }: Config) => publicUrl?.startsWith('https:') ?? false;

/** Sets the headers first, so that refusals carry them too. */
function refuseStrangeRequests(app: FastifyInstance, config: Config): void {
  sendSecurityHeaders(app, isHttps(config));
  requireOneHost(app);
  if (config.publicUrl === undefined) refuseForeignHosts(app, config.host);
}

function keepAnswersPrivate(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // The route too, because a path may be percent-encoded.
    const paths = [request.url, request.routeOptions.url];
    if (paths.some((path) => path?.startsWith('/api/'))) reply.header('cache-control', 'no-store');
  });
}
