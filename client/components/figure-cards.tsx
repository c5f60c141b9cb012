import type { ReactNode } from 'react';

type FigureCard = { title: string; figure: ReactNode; note: ReactNode };

/** Figures side by side, each with its name above and its note below. */
export function FigureCards({ cards }: { cards: readonly FigureCard[] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
      {cards.map(({ title, figure, note }) => (
        <div key={title} className="card @container flex min-w-0 flex-col p-3 sm:p-4">
          <dt className="text-dense text-muted">{title}</dt>
          <dd className="mt-1 flex flex-col gap-1 tabular-nums">
            <span className="text-title font-semibold @max-[7rem]:text-body @min-[10rem]:text-figure">
              {figure}
            </span>
            <span className="text-fine text-muted">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
