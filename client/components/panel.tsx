import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useListUrl } from '../lib/list-url.ts';

export function Panel({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      tabIndex={-1}
      className="card min-w-0 p-4 outline-none sm:p-5 print:has-[figure]:break-inside-avoid"
    >
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A panel in place of the control that opened it: it takes the focus. */
export function OpenedPanel(props: ComponentProps<typeof Panel>) {
  return (
    <div tabIndex={-1} ref={takeFocus} className="rounded-card outline-none">
      <Panel {...props} />
    </div>
  );
}

/** A `ref` by which an element takes the focus. */
export const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/** An `OpenedPanel` that the address opens. Its opener takes the focus back when the panel closes. */
export function usePanelInUrl(name: string) {
  const { text, change } = useListUrl();
  const [isClosed, setClosed] = useState(false);
  const close = () => {
    setClosed(true);
    change({ [name]: '' });
  };
  const opener = { ref: isClosed ? takeFocus : null, onClick: () => change({ [name]: '1' }) };
  return { isOpen: text(name) === '1', opener, close };
}
