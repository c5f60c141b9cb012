import { queryOptions, skipToken } from '@tanstack/react-query';
import { OccupationNodes } from '../../../shared/contracts/reference.ts';
import { get } from '../../lib/call.ts';

const retryAfterMs = 2_000;

/** Groups and occupations with their figures; null makes no request. */
export const nodesOptions = (query: Record<string, string> | null) =>
  queryOptions({
    queryKey: ['reference', 'occupation-groups', query],
    queryFn:
      query === null
        ? skipToken
        : ({ signal }) =>
            get('/api/reference/occupation-groups', OccupationNodes, { query, signal }),
    // The names are available at once. The figures of a new release follow when the server has counted them, so the
    // request is repeated.
    refetchInterval: ({ state }) => (state.data?.valores === 'contando' ? retryAfterMs : false),
  });

/** The children of a group; for '' the grandes grupos. */
export const childrenOptions = (parent: string) =>
  nodesOptions(parent === '' ? {} : { pai: parent });
