import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { takeFocus } from './panel.tsx';

/** A signed-in page: its title, its purpose, its actions, then its content. */
export function Page({
  title,
  tabTitle = title,
  lead,
  actions,
  children,
}: {
  title: string;
  /** The title of the browser's tab, where it names the page's answer. */
  tabTitle?: string | undefined;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="mx-auto w-full max-w-[1200px] min-w-0 px-4 pt-5 pb-12 sm:px-6 print:pb-0">
      <title>{`${tabTitle} · CAGED Analytics`}</title>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-figure font-semibold tracking-tight">{title}</h1>
          {lead !== undefined && <p className="mt-1 max-w-prose text-pretty text-muted">{lead}</p>}
        </div>
        {Boolean(actions) && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      <div className="flex flex-col gap-4">{children}</div>
    </main>
  );
}

/** A notice with nothing else on the page, such as an error before any frame is loaded. */
export function LoneNotice({ children }: { children: ReactNode }) {
  return (
    <main
      id="conteudo"
      tabIndex={-1}
      className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center px-4 outline-none"
    >
      <h1 className="sr-only">CAGED Analytics</h1>
      {children}
    </main>
  );
}

/** A notice over the bottom of the page, where a dialog was to open; it takes the focus. */
export function NoticeOverPage({
  onClose,
  children,
}: {
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <div
      ref={takeFocus}
      tabIndex={-1}
      className="fixed inset-x-0 bottom-0 z-40 mx-auto max-w-lg p-4 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none [&_[role=alert]]:pr-14"
    >
      {children}
      <IconButton label="Fechar" className="absolute top-5 right-5" onClick={onClose}>
        <X aria-hidden size={18} />
      </IconButton>
    </div>
  );
}
