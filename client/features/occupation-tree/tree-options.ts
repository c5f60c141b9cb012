import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { z } from 'zod';
import { OccupationNodes, OccupationItem } from '../../../shared/contracts/reference.ts';
import { getOptions } from '../../lib/get-options.ts';
import { get } from '../../lib/call.ts';

const retryAfterMs = 2_000;

const nodesOptions = (query: Record<string, string> | null) =>
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

export const groupsNamedOptions = (text: string) => ({
  ...nodesOptions({ nome: text }),
  placeholderData: keepPreviousData,
});

/** Occupations by their codes, with their figures; without codes there is no request. */
export const occupationNodesOptions = (codes: readonly string[]) =>
  nodesOptions(codes.length === 0 ? null : { codigos: codes.join(',') });

/** The occupations that the product's search finds for a text. */
export const occupationsNamedOptions = (text: string) =>
  getOptions(
    ['reference', 'occupations-named', text],
    '/api/reference/cbo-by-title',
    z.array(OccupationItem),
    { query: { search: text }, placeholderData: keepPreviousData },
  );
