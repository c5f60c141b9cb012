import type { ReactNode } from 'react';

export type Fact = { term: string; detail: ReactNode };

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="text-dense">
      {facts.map(({ term, detail }) => (
        <div
          key={term}
          className="grid gap-x-6 gap-y-0.5 border-b border-line py-2 last:border-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0">{detail}</dd>
        </div>
      ))}
    </dl>
  );
}
