import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { HealthAnswer } from '../../../shared/contracts/overview.ts';
import { type HealthCheck, type Readiness, healthOf } from '../../operations/health.ts';
import { isSameSecret } from '../../platform/digest.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metrics } from '../../platform/observability/metrics.ts';
import { notFound } from '../access/refuse-unknown.ts';

const stoppingCheck: HealthCheck = {
  part: 'process',
  label: 'Processo',
  run: async () => {
    throw new AppError('stopping', 503, 'Este processo está parando.');
  },
};

function onePartALine({ status, parts }: HealthAnswer): string {
  const lines = parts.map((part) => JSON.stringify(part)).join(',\n');
  return `{"status":${JSON.stringify(status)},"parts":[\n${lines}\n]}\n`;
}

export interface OperationsDeps {
  readonly metrics: Metrics;
  /** The token that opens the metrics; without it they are closed. */
  readonly metricsToken: string | undefined;
  readonly checks: readonly HealthCheck[];
  readonly readiness: Readiness;
}

/** The parts without which no request succeeds: their checks decide whether the process is ready. */
const neededParts = new Set(['app_database', 'warehouse']);

/**
 * `GET /api/health`, with one line per part: 503 if one fails, or once the process stops. Routes for load balancers,
 * orchestrators and monitors: `/live`, `/ready` and `/metrics`.
 */
export function operationsRoutes(deps: OperationsDeps): FastifyPluginAsyncZod {
  const { checks, readiness } = deps;
  const needed = checks
    .filter(({ part }) => neededParts.has(part))
    .map((check) => ({ ...check, run: check.readiness ?? check.run }));
  return async (app) => {
    const schema = { response: { 200: HealthAnswer, 503: HealthAnswer } };
    app.get('/api/health', { schema }, async (request, reply) => {
      const performed = readiness.isStopping ? [...checks, stoppingCheck] : checks;
      const answer = await healthOf(performed, request.log);
      return reply
        .status(answer.status === 'ok' ? 200 : 503)
        .type('application/json; charset=utf-8')
        .serializer(onePartALine)
        .send(answer);
    });

    // The event loop itself responds: a missing response means that it is blocked.
    app.get('/live', { logLevel: 'warn' }, async () => ({ status: 'ok' }));

    app.get('/ready', { logLevel: 'warn' }, async (request, reply) => {
      if (!readiness.isReady) {
        const status = readiness.isStopping ? 'stopping' : 'starting';
        return reply.status(503).send({ status });
      }
      const { status, parts } = await healthOf(needed, request.log);
      const failing = parts.filter((part) => part.status === 'failing').map(({ part }) => part);
      return reply.status(status === 'ok' ? 200 : 503).send({ status, failing });
    });

    app.get('/metrics', { logLevel: 'warn' }, async ({ headers }, reply) => {
      requireToken(headers.authorization, deps.metricsToken);
      return reply.type(deps.metrics.contentType).send(await deps.metrics.text());
    });
  };
}

function requireToken(given: string | undefined, token: string | undefined): void {
  if (token === undefined) throw notFound();
  if (given !== undefined && isSameSecret(given, `Bearer ${token}`)) return;
  throw new AppError('not_allowed', 401, 'As métricas exigem o código de METRICS_TOKEN.');
}
