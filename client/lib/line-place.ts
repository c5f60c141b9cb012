import {
  queryOptions,
  skipToken,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query';
import type { LinePlace } from './ask-in-line.ts';
import { CallError } from './call.ts';

/** How long a question may wait for its turn before the page is told its place. */
export const toldPlaceSoon = { prefer: 'wait=4' };

interface ToldPlace extends LinePlace {
  /** How many questions of the query wait. */
  readonly waiting: number;
}

/** Where a query's question stands that waits for its turn, null where none waits; told by `inLine`. */
export const placeOptions = (queryKey: QueryKey) =>
  queryOptions<ToldPlace | null>({ queryKey: ['line-place', ...queryKey], queryFn: skipToken });

/**
 * Asks, and where the server says that the question waits for its turn tells its place and asks again until it is
 * answered. `queryKey` is of the query that shows the place.
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
  // Only whoever is refused needs it.
  const { askInLine } = await import('./ask-in-line.ts');
  try {
    return await askInLine(ask, refused, { signal, onPlace });
  } finally {
    client.setQueryData(placeKey, (shown) =>
      shown && shown.waiting > own ? { ...shown, waiting: shown.waiting - own } : null,
    );
  }
}
