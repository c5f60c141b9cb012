import { lazy, Suspense, useState } from 'react';
import type { DeferredPanelName } from '../../../shared/contracts/deferred-panels.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { Skeleton } from '../../components/async-panel.tsx';

const DeferredContent = lazy(() => import('./deferred-content.tsx'));

/** What a deferred panel is about: the query and release of the answer above it. */
export type DeferredSubject = {
  filters: SearchFilters;
  release: number | undefined;
};

/** A panel that is computed when the user opens it. */
export function DeferredPanel({
  title,
  ...shown
}: {
  name: DeferredPanelName;
  title: string;
  subject: DeferredSubject;
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
          <Suspense fallback={<Skeleton className="h-40" />}>
            <DeferredContent {...shown} />
          </Suspense>
        </div>
      )}
    </details>
  );
}
