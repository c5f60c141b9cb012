import { useState, type ReactNode } from 'react';

/** Detail that opens on demand. */
export function Fold({
  title,
  isOpenAtFirst = false,
  children,
}: {
  title: ReactNode;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}) {
  // From then on it is opened and closed by hand alone.
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
