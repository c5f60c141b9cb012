import type { FastifyBaseLogger } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { HealthAnswer, type HealthPart } from '../../shared/health.ts';

/** One part of the product that can fail by itself. */
export interface HealthCheck {
  readonly part: string;
  /** What people call the part. */
  readonly label: string;
  /** Rejects when the part does not work. */
  readonly run: () => Promise<unknown>;
}

const patienceMs = 5_000;

/** `GET /api/health`: every part on a line of its own; 503 when one fails. */
export function healthRoutes(checks: readonly HealthCheck[]): FastifyPluginAsyncZod {
  return async (app) => {
    const schema = { response: { 200: HealthAnswer, 503: HealthAnswer } };
    app.get('/api/health', { schema }, async (request, reply) => {
      const parts = await Promise.all(checks.map((check) => stateOf(check, request.log)));
      const status = parts.every((part) => part.status === 'ok') ? 'ok' : 'failing';
      return reply
        .status(status === 'ok' ? 200 : 503)
        .type('application/json; charset=utf-8')
        .serializer(onePartALine)
        .send({ status, parts });
    });
  };
}

async function stateOf(check: HealthCheck, log: FastifyBaseLogger): Promise<HealthPart> {
  const { part, label, run } = check;
  try {
    await inTime(run());
    return { part, label, status: 'ok', message: null };
  } catch (error) {
    log.error({ err: error, part }, 'health check failed');
    return { part, label, status: 'failing', message: 'Não respondeu como deveria.' };
  }
}

async function inTime(answer: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function onePartALine({ status, parts }: HealthAnswer): string {
  const lines = parts.map((part) => JSON.stringify(part)).join(',\n');
  return `{"status":${JSON.stringify(status)},"parts":[\n${lines}\n]}\n`;
}
