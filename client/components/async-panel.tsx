import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureNotice } from './failure-notice.tsx';

/**
 * Draws the states of one query: a skeleton on the first load, the error with a retry button, and the content. The
 * previous content stays while the next response loads, and below the error if a later load fails; `Stale` dims it.
 */
export function AsyncPanel<Answer>({
  query,
  skeleton,
  renderError,
  children,
}: {
  query: UseQueryResult<Answer>;
  skeleton: ReactNode;
  renderError?: (error: Error, retry: () => void) => ReactNode;
  children: (answer: Answer) => ReactNode;
}) {
  const retry = () => void query.refetch();
  const failure =
    query.isError &&
    (renderError?.(query.error, retry) ?? (
      <FailureNotice title="Não foi possível carregar" error={query.error} retry={retry} />
    ));
  if (query.data === undefined && failure !== false) return failure;
  if (query.data === undefined) {
    return (
      <>
        <output className="sr-only">Carregando...</output>
        {skeleton}
      </>
    );
  }
  return (
    <>
      {failure !== false && <div className="mb-4">{failure}</div>}
      {children(query.data)}
    </>
  );
}

/** Dims content that belongs to a previous query, without moving the layout. */
export function Stale({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  return (
    <div
      aria-busy={isStale}
      className={`transition-opacity has-[>:only-child:empty]:hidden ${isStale ? 'opacity-50' : 'opacity-100'}`}
    >
      {children}
    </div>
  );
}

/** A grey block with the size and position of the content that is loading. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={`rounded-card bg-sunken ${className}`} />;
}
