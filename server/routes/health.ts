import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { HealthAnswer } from '../../shared/health.ts';
import { healthOf, type HealthCheck } from '../health/health.ts';

export type { HealthCheck };

/** `GET /api/health`: every part on a line of its own; 503 when one fails. */
export function healthRoutes(checks: readonly HealthCheck[]): FastifyPluginAsyncZod {
  return async (app) => {
    const schema = { response: { 200: HealthAnswer, 503: HealthAnswer } };
    app.get('/api/health', { schema }, async (request, reply) => {
      const answer = await healthOf(checks, request.log);
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
