import type { Queue } from '../../shared/contracts/failure.ts';
import {
  queryOptions,
  skipToken,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query';
import { CallError } from './call.ts';

/** A request's queue position, with the server's sentence about it. */
export interface QueuePosition extends Queue {
  readonly sentence: string;
}

/** The maximum wait for a slot before the server responds with the queue position. */
const headers = { prefer: 'wait=4' };

interface ShownPosition extends QueuePosition {
  /** How many requests of the query wait. */
  readonly waiting: number;
}

/** The queue position of a query's request that waits for a slot, null if none waits; set by `inQueue`. */
export const positionOptions = (queryKey: QueryKey) =>
  queryOptions<ShownPosition | null>({
    queryKey: ['queue-position', ...queryKey],
    queryFn: skipToken,
  });

/**
 * Runs a request. If the server reports it as queued, publishes its queue position and repeats the request until it
 * succeeds. `send` passes its argument on to the call; `queryKey` is the key of the query that shows the position.
 */
export async function inQueue<Answer>(
  send: (init: { headers: typeof headers; signal: AbortSignal }) => Promise<Answer>,
  { client, queryKey, signal }: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>,
): Promise<Answer> {
  const { queryKey: positionKey } = positionOptions(queryKey);
  let isCounted = false;
  const onPosition = (place: QueuePosition) => {
    const joining = isCounted ? 0 : 1;
    isCounted = true;
    client.setQueryData(positionKey, (shown) => ({
      ...place,
      waiting: (shown?.waiting ?? 0) + joining,
    }));
  };
  try {
    return await runInQueue(() => send({ headers, signal }), { signal, onPosition });
  } finally {
    if (isCounted) {
      client.setQueryData(positionKey, (shown) =>
        shown && shown.waiting > 1 ? { ...shown, waiting: shown.waiting - 1 } : null,
      );
    }
  }
}

const usualSeconds = 5;

/**
 * Repeats a request for as long as the server reports it as queued; the request keeps its queue position meanwhile.
 * Rejects with the signal's reason when it aborts, and with every other error.
 */
export async function runInQueue<Answer>(
  send: () => Promise<Answer>,
  { signal, onPosition }: { signal: AbortSignal; onPosition: (place: QueuePosition) => void },
): Promise<Answer> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof CallError) || error.queue === undefined) throw error;
      onPosition({ ...error.queue, sentence: error.message });
      await passing((error.retryAfterSeconds ?? usualSeconds) * 1000, signal);
    }
  }
}

function passing(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const leave = () => reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  });
}
