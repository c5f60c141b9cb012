import { useRef, type ReactNode, useLayoutEffect, useState, type RefObject } from 'react';

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
      className={`scroll-edges relative rounded-[3px] focus-visible:-outline-offset-2 ${className}`}
    >
      {children}
    </div>
  );
}

/** Whether an element's content is larger than the element itself, updated. */
function useOverflow(ref: RefObject<HTMLElement | null>): boolean {
  const [isOverflowing, setOverflowing] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () =>
      setOverflowing(
        element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
      );
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // A container's own box does not grow with its table.
    for (const child of element.querySelectorAll(':scope > *, table')) observer.observe(child);
    return () => observer.disconnect();
  }, [ref]);
  return isOverflowing;
}
