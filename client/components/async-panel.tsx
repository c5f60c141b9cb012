import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasStoppedWaiting, stoppedWaiting } from '../lib/stopped-waiting.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/**
 * Alone draws the states of one query: skeleton at the first load, the error with a way to try again, and the
 * content, which stays, dimmed, while the next answer is on its way.
 */
export function AsyncPanel<Answer>({
  query,
  shown = query.data,
  skeleton,
  renderError,
  children,
}: {
  query: UseQueryResult<Answer>;
  /** What stands in the place of the answer while that is on its way. */
  shown?: Answer | undefined;
  skeleton: ReactNode;
  renderError?: (error: Error, retry: () => void) => ReactNode;
  children: (answer: Answer) => ReactNode;
}) {
  const retry = () => void query.refetch();
  if (query.isError && !query.isFetching) {
    return renderError?.(query.error, retry) ?? <PanelError error={query.error} retry={retry} />;
  }
  if (shown === undefined) {
    return (
      <>
        <output className="sr-only">Carregando...</output>
        {skeleton}
      </>
    );
  }
  return <>{children(shown)}</>;
}

function PanelError({ error, retry }: { error: Error; retry: () => void }) {
  const hasStopped = hasStoppedWaiting(error);
  return (
    <Notice
      tone={hasStopped ? 'neutral' : 'danger'}
      title={hasStopped ? stoppedWaiting.title : 'Não foi possível carregar'}
      actions={<Button onClick={retry}>Tentar de novo</Button>}
    >
      {hasStopped ? stoppedWaiting.text : error.message}
    </Notice>
  );
}

/** Dims what belongs to an older question; the layout does not move. */
export function Stale({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  return (
    <div
      aria-busy={isStale}
      className={`transition-opacity ${isStale ? 'opacity-50' : 'opacity-100'}`}
    >
      {children}
    </div>
  );
}

/** A grey block in the place and size of what will come. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={`rounded-card bg-sunken ${className}`} />;
}
