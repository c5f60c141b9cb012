import { type ReactNode, useId } from 'react';

/** A signed-in page: its title, its purpose, its actions, then its content. */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="mx-auto w-full max-w-[1200px] min-w-0 px-4 pt-5 pb-12 sm:px-6">
      <title>{`${title} · CAGED Analytics`}</title>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-figure font-semibold tracking-tight">{title}</h1>
          {lead !== undefined && <p className="mt-1 max-w-prose text-muted">{lead}</p>}
        </div>
        {Boolean(actions) && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      <div className="flex flex-col gap-4">{children}</div>
    </main>
  );
}

/** A page of text: a title, the date since which it applies, and sections. */
export function Document({
  title,
  since,
  children,
}: {
  title: string;
  since: string;
  children: ReactNode;
}) {
  return (
    <main className="mx-auto w-full max-w-prose py-8">
      <title>{`${title} · CAGED Analytics`}</title>
      <h1 className="text-figure font-semibold tracking-tight">{title}</h1>
      <p className="mt-1 text-dense text-muted">Em vigor desde {since}</p>
      <div className="mt-8 flex flex-col gap-8">{children}</div>
    </main>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-title font-semibold">{title}</h2>
      {children}
    </section>
  );
}

export function Bullets({ children }: { children: ReactNode }) {
  return <ul className="flex list-disc flex-col gap-1.5 pl-5">{children}</ul>;
}

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

/** A titled section of a page. */
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
    <section aria-labelledby={id} className="card min-w-0 p-4 sm:p-5 print:break-inside-avoid">
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
