import { useRef, type ReactNode } from 'react';
import { useOverflow } from '../lib/use-overflow.ts';

/** A region that scrolls inside itself; it has a name, and the keyboard can reach and scroll it. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  label: string;
  className: string;
  children: ReactNode;
}) {
  const region = useRef<HTMLDivElement>(null);
  const isOverflowing = useOverflow(region);
  return (
    <div
      ref={region}
      {...(isOverflowing ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {})}
      className={`relative rounded-[3px] focus-visible:-outline-offset-2 ${className}`}
    >
      {children}
    </div>
  );
}
