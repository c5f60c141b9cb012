import type { FastifyReply, FastifyRequest } from 'fastify';
import type { QueryContext } from '../../answers/serving/query-scheduler.ts';
import { networksOf } from '../../people/limits/network.ts';
import { AppError } from '../../platform/errors.ts';
import type { Requester } from '../../platform/scheduler/fair-order.ts';
import { isTooHeavy } from '../../platform/warehouse/engine-error.ts';

const searchTimeoutMs = 30_000;

/**
 * Queries the warehouse for a request. The query stops when the client disconnects, also while a response streams.
 * Throws `AppError` 503 `search_too_heavy` if the engine reaches its time or memory limit.
 */
export async function answering<Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (context: QueryContext) => Promise<Answer>,
  timeoutMs = searchTimeoutMs,
): Promise<Answer> {
  const requester = requesterOf(request);
  const maxWaitMs = preferredWaitMs(request.headers['prefer']);
  try {
    return await answer({ requester, maxWaitMs, signal: disconnectSignal(reply), timeoutMs });
  } catch (cause) {
    if (!isTooHeavy(cause)) throw cause;
    throw new AppError(
      'search_too_heavy',
      503,
      'A pesquisa demorou mais que o permitido. Escolha um cargo, um estado ou um período menor e tente de novo.',
      { cause },
    );
  }
}

/** No client reads this error; as an `AppError` it is not logged as a failure of the product. */
const clientLeft = () => new AppError('client_left', 499, 'A pesquisa foi cancelada.');

const signals = new WeakMap<FastifyReply, AbortSignal>();

/** Aborts if the client disconnects before it has the response. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const known = signals.get(reply);
  if (known !== undefined) return known;
  const controller = new AbortController();
  // A client that disconnected before this line emits no further event.
  if (reply.raw.destroyed) controller.abort(clientLeft());
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) controller.abort(clientLeft());
  });
  signals.set(reply, controller.signal);
  return controller.signal;
}

/**
 * The requester that a request's work is scheduled for: the signed-in user, or the key that a program sends, each
 * within its company. Visitors of one network count as one person, and those of one IPv6 site as one company.
 */
export function requesterOf({ user, apiCaller, ip }: FastifyRequest): Requester {
  if (user !== null) return { person: user.id, company: user.companyId ?? user.id };
  if (apiCaller !== null) return { person: `key ${apiCaller.keyId}`, company: apiCaller.companyId };
  const [own, wider = own] = networksOf(ip).map(({ name }) => `network ${name}`);
  return { person: own ?? ip, company: wider ?? ip };
}

/** The client's preferred maximum wait, in milliseconds; `header` is its `Prefer` (RFC 7240: `wait=5`, in seconds). */
export function preferredWaitMs(header: string | string[] | undefined): number | undefined {
  const preferences = [header ?? []].flat().flatMap((line) => line.split(','));
  for (const preference of preferences) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,4})"?\s*(?:;|$)/i.exec(preference)?.[1];
    if (seconds !== undefined) return Number(seconds) * 1000;
  }
  return undefined;
}
