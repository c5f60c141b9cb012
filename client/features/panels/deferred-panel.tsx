import { useState } from 'react';
import type { DeferredPanelName } from '../../../shared/contracts/deferred-panels.ts';
import { Skeleton } from '../../components/async-panel.tsx';
import type { AnsweredQuery } from '../../lib/exact-distribution.ts';
import { lazyPart } from '../../components/lazy.tsx';

const DeferredContent = lazyPart(
  () => import('./deferred-content.tsx'),
  <Skeleton className="h-40" />,
);

/** A panel that is computed when the user opens it. */
export function DeferredPanel({
  title,
  ...shown
}: {
  name: DeferredPanelName;
  title: string;
  subject: AnsweredQuery;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={`card min-w-0 px-4 sm:px-5 ${isOpen ? '' : 'print:hidden'}`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-3 text-title font-semibold">{title}</summary>
      {isOpen && (
        <div className="pb-4">
          <DeferredContent {...shown} />
        </div>
      )}
    </details>
  );
}
