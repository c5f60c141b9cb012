import type { ReactNode } from 'react';

/** Two small panels: beside each other where the content is wide, in the order read. */
export function PanelPair({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid gap-4 @min-[60rem]:grid-cols-2">{children}</div>
    </div>
  );
}
