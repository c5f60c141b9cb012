import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { CreateReport } from '../../../shared/contracts/reports.ts';
import { Report } from '../../../shared/contracts/reports.ts';
import type { StreamState } from '../../lib/follow-events.ts';
import { callForPage, type ListPage, send } from '../../lib/call.ts';

export const pageSize = 20;

const askEveryMs = 5_000;

/**
 * Reports, newest first, fetched on each visit. While a report is in progress and the event stream is lost, the list
 * polls.
 */
export const reportsOptions = (page: number, live: StreamState) =>
  queryOptions({
    queryKey: ['reports', page],
    queryFn: ({ signal }) =>
      callForPage('/api/reports', z.array(Report), {
        query: { page: String(page), pageSize: String(pageSize) },
        signal,
      }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      live === 'lost' && data?.rows.some(({ status }) => status === 'GENERATING') === true
        ? askEveryMs
        : false,
    placeholderData: keepPreviousData,
  });

export const createReport = (report: z.input<typeof CreateReport>) =>
  send('POST', '/api/reports', Report, report);

export const retryReport = (id: string) => send('POST', `/api/reports/${id}/retry`, Report);

export const deleteReport = (id: string) => send('DELETE', `/api/reports/${id}`, z.undefined());

export const downloadPath = (id: string) => `/api/reports/${id}/download`;
export const descriptionPath = (id: string) => `/api/reports/${id}/description`;

export const refreshReports = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['reports'] });

/** Writes a report's new state into the lists that contain it; if no list does, refetches them. */
export function takeReport(client: QueryClient, report: Report): void {
  const lists = client.getQueriesData<ListPage<Report>>({ queryKey: ['reports'] });
  const isShown = lists.some(([, list]) => list?.rows.some(({ id }) => id === report.id) ?? false);
  if (!isShown) {
    void refreshReports(client);
    return;
  }
  client.setQueriesData<ListPage<Report>>({ queryKey: ['reports'] }, (list) =>
    list === undefined
      ? undefined
      : { ...list, rows: list.rows.map((row) => (row.id === report.id ? report : row)) },
  );
}
