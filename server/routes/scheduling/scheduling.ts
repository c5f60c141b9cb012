import { finished } from 'node:stream';
import { setImmediate as yieldToEventLoop, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keysOf, tableOf } from '../../../shared/codes/keys.ts';
import { windowLimit } from '../../people/limits/rate-limit.ts';
import { AppError, busy } from '../../platform/errors.ts';
import type { Requester } from '../../platform/scheduler/fair-order.ts';
import type { LaneName, Scheduler } from '../../platform/scheduler/scheduler.ts';
import { disconnectSignal, requesterOf } from './answering.ts';
import { admitLate, rulesOf } from '../access/guard.ts';
import type { RouteRule, RouteTable } from '../access/route-table.ts';
import { closeSlowReader, usualSlowestReader } from '../http/slow-clients.ts';

export interface SchedulingOptions {
  readonly scheduler: Scheduler;
  readonly table: RouteTable;
  readonly bursts?: Bursts;
}

/** Longest wait for a slot, in milliseconds. */
const maxWaitMs = 60_000;

/** A person's first `burst` requests in `burstSeconds` start without a delay; further ones start `spacingMs` apart. */
interface BurstLimit {
  readonly burst: number;
  readonly spacingMs: number;
}
export const burstSeconds = 10;
/**
 * A refused start is answered at least this late, and those of one moment not in one turn of the event loop: a flood of
 * refused requests would otherwise fill it.
 */
const refusedMs = 1_000;
/**
 * Each kind of request is counted separately, so that neither a sign-in nor a probe of the process waits for the files
 * of the screens. A first visit loads some twenty of these.
 */
export const usualBursts = {
  calls: { burst: 60, spacingMs: 25 },
  files: { burst: 400, spacingMs: 5 },
  probes: { burst: 60, spacingMs: 25 },
} as const satisfies Record<string, BurstLimit>;
type Kind = keyof typeof usualBursts;
type Bursts = Readonly<Record<Kind, BurstLimit>>;
const kinds: Readonly<Record<string, Kind>> = {
  '/*': 'files',
  '/live': 'probes',
  '/ready': 'probes',
};

/**
 * Starts each request in the lane `arrival`, once its caller is known, and runs the handler of each route in the table's
 * lane. Call it before routes are registered: a route without an entry throws. An export releases its slot when its
 * response has ended.
 */
export function scheduleRoutes(app: FastifyInstance, options: SchedulingOptions): void {
  const { scheduler, table, bursts = usualBursts } = options;
  const start = requestStarter(scheduler, bursts);
  app.addHook('onRequest', start);
  // A request that a hook refused before, such as one without a session.
  app.addHook('onError', async (request, reply) => start(request, reply).catch(() => undefined));
  app.addHook('onRoute', (route) => {
    const [lane] = rulesOf(table, route).map(laneOf);
    if (lane === undefined) return;
    const { handler } = route;
    route.handler = async function scheduled(request, reply) {
      const free = await scheduler.acquire({
        ...jobOf(requesterOf(request), lane),
        signal: disconnectSignal(reply),
        maxWaitMs,
      });
      if (lane === 'export') {
        const stopWatching = closeSlowReader(reply.raw, usualSlowestReader);
        finished(reply.raw, () => {
          stopWatching();
          free();
        });
        await admitLate(request);
        return handler.call(this, request, reply);
      }
      try {
        await admitLate(request);
        return await handler.call(this, request, reply);
      } finally {
        free();
      }
    };
  });
}

/** Lets each request start once, in the lane `arrival`. Throws if the lane's queue is full, one to two seconds later. */
function requestStarter(scheduler: Scheduler, bursts: Bursts) {
  const recent = tableOf(keysOf(bursts), (kind) =>
    windowLimit(bursts[kind].burst, burstSeconds, () => new Date()),
  );
  const known = new WeakSet<FastifyRequest>();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (known.has(request)) return;
    known.add(request);
    const kind = kinds[request.routeOptions.url ?? ''] ?? 'calls';
    const { person, company } = requesterOf(request);
    const caller = { person: `${person} ${kind}`, company };
    const signal = disconnectSignal(reply);
    const free = await scheduler
      .acquire({ ...jobOf(caller, 'arrival'), signal })
      .catch(async (refusal: unknown) => {
        await sleep(refusedMs * (1 + Math.random()), undefined, { ref: false, signal });
        throw refusal;
      });
    const isFlooding = recent[kind].take(caller.person).left < 0;
    const { spacingMs } = bursts[kind];
    void (isFlooding ? sleep(spacingMs, undefined, { ref: false }) : yieldToEventLoop()).then(free);
  };
}

function jobOf({ person, company }: Requester, lane: LaneName) {
  const refusal = refusals[lane] ?? busy;
  return { lane, requesters: new Map([[person, company]]), cost: 1, refusal };
}

const laneOf = ({ cost }: RouteRule): LaneName | undefined =>
  cost === 'cheap' || cost === 'query' ? undefined : cost;

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
