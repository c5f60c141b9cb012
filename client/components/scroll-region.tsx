import { useRef, type ReactNode } from 'react';
import { useOverflow } from '../lib/use-overflow.ts';

/** Scrolls in itself; what overflows it can be reached and scrolled with the keyboard, under its name. */
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
