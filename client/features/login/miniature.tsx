import { useState } from 'react';
import {
  formatCounted,
  formatMonth,
  formatReais,
  formatWholeReais,
} from '../../../shared/words/format.ts';
import { statistics } from '../../../shared/statistics/catalogue.ts';
import { Badge } from '../../components/badge.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import type { ShownAnswer } from './showcase-options.ts';

const readings = (['p10', 'p25', 'median', 'p75', 'p90'] as const).map((value) => ({
  value,
  label: statistics[value].label,
}));
type Reading = (typeof readings)[number]['value'];

/** A small version of the search chart: one occupation, its distribution and any of five readings. */
export function Miniature({ answer }: { answer: ShownAnswer }) {
  const [reading, setReading] = useState<Reading>('median');
  const { occupation, period, statistics: figures, isSynthetic } = answer;
  const amount = figures[reading];
  return (
    <figure className="card p-4 sm:p-5">
      <figcaption className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <span className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span className="font-semibold">{occupation.titulo}</span>
          {isSynthetic && <Badge tone="warm">Dados sintéticos de demonstração</Badge>}
        </span>
        <span className="min-w-0">
          <span className="block text-dense text-muted tabular-nums">
            {`CBO ${occupation.cbo} · Brasil · ${formatMonth(period.from)} a ${formatMonth(period.to)} · ${formatCounted(figures.count, 'registro', 'registros')}`}
          </span>
        </span>
      </figcaption>
      <Histogram answer={answer} amount={amount} />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <SegmentedControl
          label="Ponto da distribuição"
          options={readings}
          value={reading}
          onValue={setReading}
        />
        <output className="inline-block tabular-nums first-letter:uppercase">
          {statistics[reading].meaning}{' '}
          <strong className="font-semibold">{formatReais(amount)}</strong>
        </output>
      </div>
    </figure>
  );
}

const height = 120;

function Histogram({ answer, amount }: { answer: ShownAnswer; amount: number }) {
  const { histogram, statistics: figures } = answer;
  const [first, last] = [histogram[0]?.from ?? 0, histogram.at(-1)?.to ?? 1];
  const tallest = Math.max(1, ...histogram.map(({ count }) => count));
  const placeOf = (reais: number) => ((reais - first) / (last - first)) * 100;
  return (
    <div aria-hidden className="mt-5">
      <div className="relative border-b border-control" style={{ height }}>
        <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" className="size-full">
          {histogram.map(({ from, to, count }) => {
            const barHeight = (count / tallest) * (height - 8);
            const isMiddle = from >= figures.p25 && to <= figures.p75;
            return (
              <rect
                key={from}
                x={placeOf(from) + 0.2}
                width={placeOf(to) - placeOf(from) - 0.4}
                y={height - barHeight}
                height={barHeight}
                className={isMiddle ? 'fill-bar-strong' : 'fill-bar'}
              />
            );
          })}
        </svg>
        <span
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-warm transition-[left]"
          style={{ left: `${placeOf(amount)}%` }}
        >
          <span className="absolute -top-1 left-1/2 size-2.5 -translate-x-1/2 rounded-full bg-warm" />
        </span>
      </div>
      <div className="mt-1 flex justify-between text-fine text-muted tabular-nums">
        <span>{formatWholeReais(first)}</span>
        <span>{formatWholeReais((first + last) / 2)}</span>
        <span>{formatWholeReais(last)} ou mais</span>
      </div>
    </div>
  );
}
