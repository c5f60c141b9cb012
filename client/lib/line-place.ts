import {
  queryOptions,
  skipToken,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query';
import { CallError } from './call.ts';
import type { LinePlace } from './ask-in-line.ts';

/** The maximum wait for a slot before the server responds with the queue position. */
export const queuePositionHeader = { prefer: 'wait=4' };

interface ShownPlace extends LinePlace {
  /** How many requests of the query wait. */
  readonly waiting: number;
}

/** The queue position of a query's request that waits for a slot, null if none waits; set by `inLine`. */
export const placeOptions = (queryKey: QueryKey) =>
  queryOptions<ShownPlace | null>({ queryKey: ['line-place', ...queryKey], queryFn: skipToken });

/**
 * Runs a request. If the server reports it as queued, publishes its queue position and repeats the request until it
 * succeeds. `queryKey` is the key of the query that shows the position.
 */
export async function inLine<Answer>(
  ask: () => Promise<Answer>,
  { client, queryKey, signal }: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CallError) || error.queue === undefined) throw error;
    return await askAgain(ask, error, { client, queryKey, signal });
  }
}

async function askAgain<Answer>(
  ask: () => Promise<Answer>,
  refused: CallError,
  { client, queryKey, signal }: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>,
): Promise<Answer> {
  const { queryKey: placeKey } = placeOptions(queryKey);
  let own = 0;
  const onPlace = (place: LinePlace) => {
    const joining = 1 - own;
    own = 1;
    client.setQueryData(placeKey, (shown) => ({
      ...place,
      waiting: (shown?.waiting ?? 0) + joining,
    }));
  };
  // Loaded only when a request has to wait.
  const { askInLine } = await import('./ask-in-line.ts');
  try {
    return await askInLine(ask, refused, { signal, onPlace });
  } finally {
    client.setQueryData(placeKey, (shown) =>
      shown && shown.waiting > own ? { ...shown, waiting: shown.waiting - own } : null,
    );
  }
}
