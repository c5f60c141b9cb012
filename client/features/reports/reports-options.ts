import { queryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { useEffect, useState } from 'react';
import { Report } from '../../../shared/contracts/reports.ts';
import { type StreamState, followEvents } from '../../lib/follow-events.ts';
import { callForPage, type ListPage } from '../../lib/call.ts';
import { pagedList } from '../../lib/paged-list.ts';

const pollEveryMs = 5_000;

/** Reports, newest first, fetched on each visit; polled while one is in progress and the event stream is lost. */
export const reportsOptions = (page: number, live: StreamState) =>
  queryOptions({
    ...pagedList({ key: ['reports'], page }, (request) =>
      callForPage('/api/reports', z.array(Report), request),
    ),
    refetchInterval: ({ state: { data } }) =>
      live === 'lost' && data?.rows.some(({ status }) => status === 'GENERATING') === true
        ? pollEveryMs
        : false,
  });

export const downloadPath = (id: string) => `/api/reports/${id}/download`;

export const refreshReports = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['reports'] });

/**
 * Writes a report's new state into the lists that contain it. The lists are refetched if none does, and when the report
 * ends: a response in progress is older.
 */
function takeReport(client: QueryClient, report: Report): void {
  const key = { queryKey: ['reports'] };
  let isShown = false;
  client.setQueriesData<ListPage<Report>>(key, (list) => {
    if (list === undefined) return undefined;
    isShown ||= list.rows.some(({ id }) => id === report.id);
    return { ...list, rows: list.rows.map((row) => (row.id === report.id ? report : row)) };
  });
  if (!isShown || report.status !== 'GENERATING') void refreshReports(client);
}

/** Updates the lists of reports from the server's events while they are visible. */
export function useLiveReports(): StreamState {
  const client = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');
  useEffect(
    () =>
      followEvents({
        path: '/api/reports/events',
        events: ['report', 'removed'],
        onEvent: (event, data) => {
          if (event === 'report') takeReport(client, Report.parse(data));
          else void refreshReports(client);
        },
        onState: (next) => {
          setState(next);
          // The stream sends changes from now on only, so the lists are refetched for what ended before it opened.
          if (next === 'live') void refreshReports(client);
        },
      }),
    [client],
  );
  return state;
}
