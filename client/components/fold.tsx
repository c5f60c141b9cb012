import { useState, type ReactNode } from 'react';

/** A section that opens on demand. */
export function Fold({
  title,
  isOpenAtFirst = false,
  children,
}: {
  title: ReactNode;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}) {
  // Only the initial state: afterwards the user opens and closes it.
  const [isOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} className="border-t border-line">
      <summary className="min-h-9 cursor-pointer py-2 text-dense font-medium pointer-coarse:min-h-11">
        {title}
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  );
}
