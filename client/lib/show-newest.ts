import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Shows a state that the server has just reported. A response in progress is older, so it is cancelled. */
export function showNewest(client: QueryClient, queryKey: QueryKey, state: unknown): void {
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, state);
}
