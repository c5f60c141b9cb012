import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListPage } from './call.ts';
import { listPageSize } from './list-url.ts';
import { withoutEmpty } from './url-state.ts';

type ListRequest = {
  /** The start of the query's key, which names the list. */
  key: readonly string[];
  /** The filters as the API names them; an empty one is not set. */
  filters?: Record<string, string>;
  page: number;
  pageSize?: number;
};

type Fetched = { query: Record<string, string>; signal: AbortSignal };

/** A page of a list; fetched on each visit, with the previous page on the screen until it is here. */
export const pagedList = <Row>(
  { key, filters = {}, page, pageSize = listPageSize }: ListRequest,
  fetchPage: (options: Fetched) => Promise<ListPage<Row>>,
) =>
  queryOptions({
    queryKey: [...key, filters, page, pageSize],
    queryFn: ({ signal }) => {
      const query = { ...withoutEmpty(filters), page: String(page), pageSize: String(pageSize) };
      return fetchPage({ query, signal });
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
