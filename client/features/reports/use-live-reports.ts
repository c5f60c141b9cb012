import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Report } from '../../../shared/contracts/reports.ts';
import { followEvents, type StreamState } from '../../lib/follow-events.ts';
import { refreshReports, takeReport } from './reports-options.ts';

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
