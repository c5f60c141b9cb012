import type { ReactNode } from 'react';

export type Fact = { term: string; detail: ReactNode };

/** Terms with their details; false stands for a fact that there is none of. */
export function Facts({ facts }: { facts: readonly (Fact | false)[] }) {
  return (
    <dl className="text-dense">
      {facts
        .filter((fact) => fact !== false)
        .map(({ term, detail }) => (
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
