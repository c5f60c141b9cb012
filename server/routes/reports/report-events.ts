import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  livelyReports,
  type ReadingReports,
  type ReportReader,
} from '../../research/reports/read-reports.ts';
import { sendEvents, whileAdmitted, type EventStream } from '../streams/event-stream.ts';

/** Streams changes of the reports that the reader may see, until the reader disconnects. */
export function sendReportEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { closing, place, ...deps }: ReadingReports & Omit<EventStream, 'look'>,
): Promise<void> {
  const look = whileAdmitted(request, lookAtReports(deps));
  return sendEvents(reply, { look, closing, place });
}

/** The first poll returns all reports in progress, each later one those that changed or were removed. */
function lookAtReports(deps: ReadingReports) {
  const since = deps.clock().toISOString();
  const told = new Map<string, string>();
  return async (reader: ReportReader) => {
    const ids = [...told.keys()];
    const reports = await livelyReports(deps, reader, { ids, since });
    const found = new Set(reports.map(({ id }) => id));
    const removed = ids.filter((id) => !found.has(id));
    for (const id of removed) told.delete(id);
    const changed = reports.filter((report) => told.get(report.id) !== JSON.stringify(report));
    for (const report of changed) told.set(report.id, JSON.stringify(report));
    return {
      events: [
        ...removed.map((id) => ({ event: 'removed', data: { id } })),
        ...changed.map((report) => ({ event: 'report', data: report })),
      ],
      isLast: false,
    };
  };
}
