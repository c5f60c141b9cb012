import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  deferredSchema,
  type DeferredPanelName,
  type DeferredPanels,
} from '../../../shared/contracts/deferred-panels.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { deferredPage } from '../../../shared/sentences/deferred-pages.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { DataTable } from '../../components/charts/chart-view.tsx';
import { send } from '../../lib/call.ts';
import { inLine, queuePositionHeader } from '../../lib/line-place.ts';

/** What a deferred panel is about: the query and release of the answer above it. */
export type DeferredSubject = {
  filters: SearchFilters;
  release: number | undefined;
};

/** A panel that is computed when the user opens it. */
export function DeferredPanel<Name extends DeferredPanelName>({
  name,
  title,
  subject,
  children,
}: {
  name: Name;
  title: string;
  subject: DeferredSubject;
  /** Content below the sentences. */
  children?: (panel: DeferredPanels[Name]) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="card min-w-0 px-4 sm:px-5"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-3 text-title font-semibold">{title}</summary>
      {isOpen && (
        <div className="pb-4">
          <Content name={name} subject={subject}>
            {children}
          </Content>
        </div>
      )}
    </details>
  );
}

function Content<Name extends DeferredPanelName>({
  name,
  subject,
  children,
}: {
  name: Name;
  subject: DeferredSubject;
  children: ((panel: DeferredPanels[Name]) => ReactNode) | undefined;
}) {
  const panel = useQuery({
    queryKey: ['deferred-panel', name, subject],
    queryFn: (asking) =>
      inLine(
        () =>
          send('POST', `/api/search/panels/${name}`, deferredSchema(name), subject, {
            signal: asking.signal,
            headers: queuePositionHeader,
          }),
        asking,
      ),
  });
  return (
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
            {children?.(shown)}
            {tables.map((table) => (
              <div key={table.caption} className="mt-4">
                <DataTable data={table} />
              </div>
            ))}
            {notes.map((note) => (
              <p key={note} className="mt-2 max-w-prose text-dense text-muted">
                {note}
              </p>
            ))}
          </>
        );
      }}
    </AsyncPanel>
  );
}
