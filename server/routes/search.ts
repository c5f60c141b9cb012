import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ReleaseSummary } from '../../shared/release.ts';
import { SearchAnswer, SearchRequest } from '../../shared/search.ts';
import { AppError } from '../errors.ts';
import { releaseSummary } from '../releases/summary.ts';
import { answerSearch } from '../salaries/answer.ts';
import { readableRelease } from '../salaries/release.ts';
import { currentRelease } from '../store/current-release.ts';
import type { Store } from '../store/store.ts';
import { WarehouseError, type Warehouse } from '../warehouse/warehouse.ts';

export interface SearchRoutesDeps {
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly version: string;
}

const SEARCH_TIMEOUT_MS = 30_000;
/** ClickHouse's codes: TIMEOUT_EXCEEDED and MEMORY_LIMIT_EXCEEDED. */
const TOO_HEAVY = new Set([159, 241]);

/** The salary search, and which data it answers from. */
export function searchRoutes({
  store,
  warehouse,
  version,
}: SearchRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const searchSchema = { body: SearchRequest, response: { 200: SearchAnswer } };
    app.post('/api/search', { schema: searchSchema }, async (request, reply) => {
      const release = readableRelease(await currentRelease(store));
      const limits = { signal: leaving(reply), timeoutMs: SEARCH_TIMEOUT_MS };
      return tellTooHeavy(() =>
        answerSearch(request.body, { warehouse, release, version, limits }),
      );
    });

    app.get('/api/release', { schema: { response: { 200: ReleaseSummary } } }, async () =>
      releaseSummary(store),
    );
  };
}

/** Nobody reads it; being an `AppError`, it is not logged as a failure of ours. */
const clientLeft = () => new AppError('client_left', 499, 'A pesquisa foi cancelada.');

/** Aborts when the client goes away before it has its answer. */
function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) controller.abort(clientLeft());
  });
  return controller.signal;
}

async function tellTooHeavy<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof WarehouseError) || !TOO_HEAVY.has(cause.engineCode ?? 0)) throw cause;
    throw new AppError(
      'search_too_heavy',
      503,
      'A pesquisa demorou mais que o permitido. Escolha um cargo, um estado ou um período menor e tente de novo.',
      { cause },
    );
  }
}
