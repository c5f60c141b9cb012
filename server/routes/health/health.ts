import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { HealthAnswer } from '../../../shared/contracts/overview.ts';
import { AppError } from '../../platform/errors.ts';
import { healthOf, type HealthCheck, type Readiness } from '../../operations/health.ts';

export type { HealthCheck };

const stoppingCheck: HealthCheck = {
  part: 'process',
  label: 'Processo',
  run: async () => {
    throw new AppError('stopping', 503, 'Este processo está parando.');
  },
};

/** `GET /api/health`: one line per part; 503 if one fails, or once the process stops. */
export function healthRoutes(
  checks: readonly HealthCheck[],
  readiness: Readiness | undefined,
): FastifyPluginAsyncZod {
  return async (app) => {
    const schema = { response: { 200: HealthAnswer, 503: HealthAnswer } };
    app.get('/api/health', { schema }, async (request, reply) => {
      const asked = readiness?.isStopping === true ? [...checks, stoppingCheck] : checks;
      const answer = await healthOf(asked, request.log);
      return reply
        .status(answer.status === 'ok' ? 200 : 503)
        .type('application/json; charset=utf-8')
        .serializer(onePartALine)
        .send(answer);
    });
  };
}

function onePartALine({ status, parts }: HealthAnswer): string {
  const lines = parts.map((part) => JSON.stringify(part)).join(',\n');
  return `{"status":${JSON.stringify(status)},"parts":[\n${lines}\n]}\n`;
}
