import type { ReactNode } from 'react';

/** A panel without content: the reason, and what would fill it. */
export function EmptyReason({ children }: { children: ReactNode }) {
  return <p className="max-w-prose text-muted">{children}</p>;
}
