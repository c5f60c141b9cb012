import { useQuery } from '@tanstack/react-query';
import {
  deferredPanels,
  type DeferredPanelName,
} from '../../../shared/contracts/deferred-panels.ts';
import { deferredPage } from '../../../shared/sentences/deferred-pages.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { DataTable } from '../../components/charts/chart-view.tsx';
import { pageTableData } from '../../components/charts/table-data.ts';
import { WaitingInQueue } from '../../components/waiting-in-queue.tsx';
import { send } from '../../lib/call.ts';
import { inQueue } from '../../lib/queue-position.ts';
import type { AnsweredQuery } from '../../lib/exact-distribution.ts';
import { OwnFloor } from './own-floor.tsx';

/** The content of a panel that is computed when the user opens it. */
export default function DeferredContent({
  name,
  subject,
}: {
  name: DeferredPanelName;
  subject: AnsweredQuery;
}) {
  const queryKey = ['deferred-panel', name, subject];
  const panel = useQuery({
    queryKey,
    queryFn: (context) =>
      inQueue(
        (init) => send('POST', `/api/search/panels/${name}`, deferredPanels[name], subject, init),
        context,
      ),
  });
  return (
    <>
      <WaitingInQueue queryKey={queryKey} />
      <AsyncPanel query={panel} skeleton={<Skeleton className="h-40" />}>
        {(shown) => {
          const { sentences, tables, notes } = deferredPage(name, shown);
          return (
            <>
              {sentences.map((sentence) => (
                <p key={sentence} className="mb-2 max-w-prose tabular-nums">
                  {sentence}
                </p>
              ))}
              {tables.map((table) => (
                <div key={table.caption} className="mt-4">
                  <DataTable data={pageTableData(table)} />
                </div>
              ))}
              {'valores' in shown && shown.falta === null && (
                <OwnFloor subject={subject} records={shown.registros} />
              )}
              {notes.map((note) => (
                <p key={note} className="mt-2 max-w-prose text-dense text-muted">
                  {note}
                </p>
              ))}
            </>
          );
        }}
      </AsyncPanel>
    </>
  );
}
