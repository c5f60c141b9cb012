import { queryOptions, useQueries } from '@tanstack/react-query';
import {
  type RecordsRequest,
  RecordsPage,
  type Direction,
  type RecordSort,
} from '../../../shared/contracts/records.ts';
import type { PublishedRecord } from '../../../shared/codes/record-columns.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { send } from '../../lib/call.ts';
import { writeSearchLink } from '../../lib/search-url.ts';
import { stringifyUrlState } from '../../lib/url-state.ts';
import { useDebounced } from '../../lib/hooks.ts';

export type RecordsOrder = { sort: RecordSort; direction: Direction };

/** The order of the first records in a search response. */
export const newestFirst: RecordsOrder = { sort: 'competencia', direction: 'desc' };

export const isSameOrder = (a: RecordsOrder, b: RecordsOrder) =>
  a.sort === b.sort && a.direction === b.direction;

/** An answered query, its release and the first of its records. */
export type RecordsQuestion = {
  filters: SearchFilters;
  release: number | undefined;
  totalCount: number;
  first: readonly PublishedRecord[];
  pageSize: number;
  /** Also race and disability, which the first records never contain. */
  withSensitive: boolean;
};

/** A page of the records in a given order; pages count from 0. */
export const recordsPageOptions = (
  { filters, release, first, pageSize, withSensitive: sensiveis }: RecordsQuestion,
  order: RecordsOrder,
  page: number,
) =>
  queryOptions({
    queryKey: ['records', filters, release, order, page, pageSize, sensiveis],
    queryFn: async ({ signal }): Promise<readonly PublishedRecord[]> => {
      const { records } = await send(
        'POST',
        '/api/search/records',
        RecordsPage,
        {
          filters,
          release,
          page: page + 1,
          pageSize,
          sensiveis,
          ...order,
        } satisfies RecordsRequest,
        { signal },
      );
      return records;
    },
    ...(!sensiveis && page === 0 && isSameOrder(order, newestFirst) && { initialData: first }),
    structuralSharing: false,
  });

/** The path that returns all the records as CSV. */
export function recordsCsvPath({ filters, release, withSensitive }: RecordsQuestion): string {
  const link = writeSearchLink(filters, release);
  return `/api/search/records.csv${stringifyUrlState(withSensitive ? { ...link, sensiveis: 'sim' } : link)}`;
}

type RecordRows = {
  /** The record at a position from 0; undefined until it is loaded. */
  at: (place: number) => PublishedRecord | undefined;
  error: Error | null;
  retry: () => void;
};

// In milliseconds: long enough to skip the pages between two positions of the scroll bar.
const restMs = 80;

/** The records of a range and the page after it, loaded in pages as they are needed. */
export function useRecordRows(
  question: RecordsQuestion,
  order: RecordsOrder,
  range: { from: number; to: number },
): RecordRows {
  const { pageSize, totalCount } = question;
  const lastPage = Math.max(0, Math.ceil(totalCount / pageSize) - 1);
  const wanted = useDebounced(
    `${Math.floor(range.from / pageSize)}-${Math.min(lastPage, Math.floor(range.to / pageSize) + 1)}`,
    restMs,
  );
  const [from = 0, to = 0] = wanted.split('-').map(Number);
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const results = useQueries({
    queries: pages.map((page) => recordsPageOptions(question, order, page)),
  });
  return {
    at: (place) => {
      const page = Math.floor(place / pageSize);
      return results[page - from]?.data?.[place - page * pageSize];
    },
    error: results.find(({ error, isFetching }) => error && !isFetching)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
  };
}
