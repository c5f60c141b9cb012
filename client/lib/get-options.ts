import {
  queryOptions,
  type keepPreviousData,
  type QueryKey,
  type QueryMeta,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { get } from './call.ts';

type Reading = {
  query?: Record<string, string>;
  /** In milliseconds; 0 fetches on each visit, absent is the client's default. */
  staleTime?: number;
  enabled?: boolean;
  meta?: QueryMeta;
  placeholderData?: typeof keepPreviousData;
};

/** The options of a query that gets a path and validates the response against the shared contract. */
export const getOptions = <Response extends z.ZodType>(
  queryKey: QueryKey,
  path: string,
  response: Response,
  { query, ...options }: Reading = {},
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => get(path, response, { ...(query && { query }), signal }),
    ...options,
  });
