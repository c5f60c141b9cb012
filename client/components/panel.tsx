import { useId, type ReactNode } from 'react';

/** A titled section of a page. */
export function Panel({
  title,
  anchor,
  aside,
  children,
}: {
  title: string;
  /** The id of its heading, for what leads to it. */
  anchor?: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const ownId = useId();
  const id = anchor ?? ownId;
  return (
    <section aria-labelledby={id} className="card min-w-0 p-4 sm:p-5 print:break-inside-avoid">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h2
          id={id}
          tabIndex={anchor === undefined ? undefined : -1}
          className="scroll-mt-[calc(var(--frame-top,0px)+1rem)] rounded-[3px] text-title font-semibold"
        >
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
