import { finished } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WindowLimit } from '../../people/limits/rate-limit.ts';
import { AppError } from '../../platform/errors.ts';
import type { LaneName, Scheduler } from '../../platform/scheduler/scheduler.ts';
import { leaving, requesterOf } from './answering.ts';
import { ruleOf } from '../access/guard.ts';
import type { RouteTable } from '../access/route-table.ts';
import { type SlowestReader, closeSlowReader, usualSlowestReader } from '../http/slow-clients.ts';

export interface SchedulingOptions {
  readonly scheduler: Scheduler;
  readonly table: RouteTable;
  readonly slowestReader?: SlowestReader;
}

/** Longest wait for a slot, in milliseconds. */
const maxWaitMs = 60_000;

/**
 * Requests that a user, a key or a network may start in `burstSeconds` as fast as the event loop turns; the others start
 * every `pacedMs`.
 */
export const burst = 60;
export const burstSeconds = 10;
export const pacedMs = 25;
/** The same for files of the screens: a first visit takes some twenty, and many users may share a network. */
export const fileBurst = 400;

/**
 * Starts each request in the lane `arrival`, once its caller is known, and runs the handler of each route in the table's
 * lane. Call it before routes are registered: a route without an entry throws. An export releases its slot when its
 * response has ended.
 */
export function scheduleRoutes(app: FastifyInstance, options: SchedulingOptions): void {
  const { scheduler, table, slowestReader = usualSlowestReader } = options;
  const start = requestStarter(scheduler);
  app.addHook('onRequest', start);
  // A request that a hook refused before, such as one without a session.
  app.addHook('onError', async (request, reply) => start(request, reply).catch(() => undefined));
  app.addHook('onRoute', (route) => {
    const [lane] = [route.method].flat().map((method) => laneOf(table, method, route.url));
    if (lane === undefined) return;
    const { handler } = route;
    route.handler = async function scheduled(request, reply) {
      const free = await scheduler.acquire({
        ...jobOf(request, lane),
        signal: leaving(reply),
        maxWaitMs,
      });
      if (lane === 'export') {
        const stopWatching = closeSlowReader(reply.raw, slowestReader);
        finished(reply.raw, () => {
          stopWatching();
          free();
        });
        return handler.call(this, request, reply);
      }
      try {
        return await handler.call(this, request, reply);
      } finally {
        free();
      }
    };
  });
}

const recently = (units: number) => new WindowLimit(units, burstSeconds, () => new Date());

/** Lets each request start once, in the lane `arrival`. Throws if the lane's queue is full. */
function requestStarter(scheduler: Scheduler) {
  const [recent, recentFiles] = [recently(burst), recently(fileBurst)];
  const known = new WeakSet<FastifyRequest>();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (known.has(request)) return;
    known.add(request);
    const free = await scheduler.acquire({ ...jobOf(request, 'arrival'), signal: leaving(reply) });
    const limit = request.routeOptions.url === '/*' ? recentFiles : recent;
    const isFlooding = limit.take(requesterOf(request).person).left < 0;
    void (isFlooding ? sleep(pacedMs) : nextTurn()).then(free);
  };
}

function jobOf(request: FastifyRequest, lane: LaneName) {
  const { person, company } = requesterOf(request);
  const refusal = refusals[lane] ?? busy;
  return { lane, requesters: new Map([[person, company]]), cost: 1, refusal };
}

function laneOf(table: RouteTable, method: string, url: string): LaneName | undefined {
  const { cost } = ruleOf(table, method, url);
  return cost === 'cheap' || cost === 'query' ? undefined : cost;
}

const busy = () =>
  new AppError('busy', 503, 'O sistema está ocupado. Tente de novo em instantes.', {
    retryAfterSeconds: 5,
  });

const refusals: Readonly<Partial<Record<LaneName, () => AppError>>> = {
  document: () =>
    new AppError(
      'too_many_laudos',
      503,
      'Há muitos laudos sendo gerados. Tente de novo em um minuto.',
      { retryAfterSeconds: 60 },
    ),
  export: () =>
    new AppError(
      'too_many_searches',
      503,
      'Há muitos arquivos de registros sendo gerados. Tente de novo em alguns minutos.',
      { retryAfterSeconds: 60 },
    ),
};
