import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Report } from '../../../shared/contracts/reports.ts';
import { followEvents, type StreamState } from '../../lib/follow-events.ts';
import { refreshReports, takeReport } from './reports-options.ts';

/** Keeps the lists of reports as they are on the server while they are in sight. */
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
          // A stream tells what changes from now on: what ended before it opened is asked for.
          if (next === 'live') void refreshReports(client);
        },
      }),
    [client],
  );
  return state;
}
