import type { ReactNode } from 'react';

/** One step before or during sign-in: a narrow card in the middle of the page. */
export function DoorCard({
  title,
  lead,
  children,
  footer,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-4 py-8">
      <title>{`${title} · CAGED Analytics`}</title>
      <div className="card p-6 sm:p-8">
        <h1 className="text-title font-semibold">{title}</h1>
        {lead !== undefined && <p className="mt-2 text-muted">{lead}</p>}
        <div className="mt-6">{children}</div>
      </div>
      {footer !== undefined && <p className="px-2 text-center">{footer}</p>}
    </main>
  );
}
