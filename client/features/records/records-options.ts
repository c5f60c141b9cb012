import { queryOptions } from '@tanstack/react-query';
import {
  type RecordsOrder,
  type RecordsRequest,
  RecordsPage,
} from '../../../shared/contracts/records.ts';
import type { PublishedRecord } from '../../../shared/codes/record-columns.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { send } from '../../lib/call.ts';
import { writeSearchLink } from '../../lib/search-url.ts';
import { stringifyUrlState } from '../../lib/url-state.ts';

/** The order of the first records in a search response. */
export const newestFirst: RecordsOrder = { sort: 'competencia', direction: 'desc' };

const isNewestFirst = ({ sort, direction }: RecordsOrder) =>
  sort === newestFirst.sort && direction === newestFirst.direction;

/** An answered query, its release and the first of its records. */
export type RecordsQuery = {
  filters: SearchFilters;
  release: number | undefined;
  totalCount: number;
  first: readonly PublishedRecord[];
  pageSize: number;
  /** Also race and disability, which the first records never contain. */
  withSensitive: boolean;
};

/** A page of the records in a given order; pages count from 1. */
export const recordsPageOptions = (
  { filters, release, first, pageSize, withSensitive: sensiveis }: RecordsQuery,
  order: RecordsOrder,
  page: number,
) =>
  queryOptions({
    queryKey: ['records', filters, release, order, page, pageSize, sensiveis],
    queryFn: async ({ signal }): Promise<readonly PublishedRecord[]> => {
      const body: RecordsRequest = { filters, release, page, pageSize, sensiveis, ...order };
      return (await send('POST', '/api/search/records', RecordsPage, body, { signal })).records;
    },
    ...(!sensiveis && page === 1 && isNewestFirst(order) && { initialData: first }),
    structuralSharing: false,
  });

export function recordsCsvPath({ filters, release, withSensitive }: RecordsQuery): string {
  const link = writeSearchLink(filters, release);
  return `/api/search/records.csv${stringifyUrlState(withSensitive ? { ...link, sensiveis: 'sim' } : link)}`;
}
