import {
  queryOptions,
  skipToken,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query';
import type { LinePlace } from './ask-in-line.ts';

/** How long a question may wait for its turn before the page is told its place. */
export const toldPlaceSoon = { prefer: 'wait=4' };

/** Where a query's question stands that waits for its turn, null where none waits; told by `inLine`. */
export const placeOptions = (queryKey: QueryKey) =>
  queryOptions<LinePlace | null>({ queryKey: ['line-place', ...queryKey], queryFn: skipToken });

/**
 * Asks, and where the server says that the question waits for its turn tells its place and asks again until it is
 * answered. `queryKey` is of the query that shows the place.
 */
export async function inLine<Answer>(
  ask: () => Promise<Answer>,
  { client, queryKey, signal }: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>,
): Promise<Answer> {
  const { queryKey: placeKey } = placeOptions(queryKey);
  try {
    return await ask();
  } catch (error) {
    // Only whoever is refused needs it.
    const { askInLine } = await import('./ask-in-line.ts');
    const onPlace = (place: LinePlace) => void client.setQueryData(placeKey, place);
    return await askInLine(ask, error, { signal, onPlace });
  } finally {
    client.setQueryData(placeKey, null);
  }
}
