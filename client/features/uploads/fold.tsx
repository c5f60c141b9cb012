import type { ReactNode } from 'react';

/** Detail that opens on demand. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-t border-line">
      <summary className="min-h-9 py-2 text-dense font-medium pointer-coarse:min-h-11">
        {title}
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  );
}
