import type { ReactNode } from 'react';

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

/** A narrow card in the middle of the page, such as a step before or during sign-in. */
export function CenteredCard({
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
