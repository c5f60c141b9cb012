import { useMemo, useRef, useState, type PointerEvent } from 'react';
import { formatCentavos, formatWholeReais } from '../../../../shared/words/format.ts';
import { useWidth } from '../../../lib/hooks.ts';
import { moneyTicks, type BandPicture } from './band-maths.ts';
import { percentileText, type PayrollWords } from '../market/payroll-words.ts';
import type { PlacedPerson } from '../market/placed-people.ts';

const height = 320;
const margin = { top: 10, right: 8, bottom: 8, left: 76 } as const;
const inner = height - margin.top - margin.bottom;
const nearPixels = 24;

interface Scales {
  readonly x: (place: number) => number;
  readonly y: (centavos: number) => number;
}

function scalesOf({ people, lowest, highest }: BandPicture, width: number): Scales {
  const across = Math.max(1, width - margin.left - margin.right);
  // Five per cent beyond both ends.
  const [low, high] = [Math.log(lowest * 0.95), Math.log(highest * 1.05)];
  return {
    x: (place) => margin.left + (place / people.length) * across,
    y: (centavos) =>
      margin.top + inner * (1 - (Math.log(Math.max(centavos, 1)) - low) / (high - low)),
  };
}

/** Everyone on the payroll beside their market band: one point each. */
export function BandChart({
  picture,
  words,
  summary,
}: {
  picture: BandPicture;
  words: PayrollWords;
  /** A text description of the chart, for screen readers. */
  summary: string;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const scales = useMemo(() => scalesOf(picture, width), [picture, width]);
  const drawing = useMemo(() => <BandDrawing picture={picture} width={width} />, [picture, width]);
  const [near, setNear] = useState<number>();
  const handleMove = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    setNear(nearest(picture, scales, event.clientX - left, event.clientY - top));
  };
  const shown = near === undefined ? undefined : picture.people[near];
  return (
    <figure aria-label={summary}>
      <div
        ref={frame}
        className="relative w-full touch-pan-y"
        style={{ height }}
        onPointerMove={handleMove}
        onPointerLeave={() => setNear(undefined)}
      >
        {width > 0 && drawing}
        {width > 0 && near !== undefined && shown && (
          <span
            aria-hidden
            className="pointer-events-none absolute size-3 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-ink"
            style={{ left: scales.x(near + 0.5), top: scales.y(shown.equalised) }}
          />
        )}
      </div>
      <figcaption className="mt-1 min-h-10 text-dense text-muted">
        {shown ? <PersonLine one={shown} words={words} /> : <BandLegend />}
      </figcaption>
    </figure>
  );
}

function PersonLine({ one, words }: { one: PlacedPerson; words: PayrollWords }) {
  const { person, percentile, equalised, cell } = one;
  return (
    <>
      <span className="font-medium text-ink">
        {[person.identification, person.title].filter((text) => text !== '').join(' · ')}
      </span>
      {` · ${formatCentavos(equalised)} em 44 h · ${percentile === null ? '' : percentileText(percentile)} de ${cell ? words.cell(cell) : ''}`}
    </>
  );
}

export function BandLegend() {
  return (
    <>
      Cada ponto é uma pessoa, pelo salário ajustado para 44 horas. A faixa clara vai do P10 ao P90
      do mercado dela, a escura do P25 ao P75, e o traço é a mediana. A ordem é a das medianas, da
      menor à maior.
    </>
  );
}

/** The bands and the points; all points are one path, so that ten thousand stay fast. */
export function BandDrawing({ picture, width }: { picture: BandPicture; width: number }) {
  const { people, spans, lowest, highest } = picture;
  const { x, y } = scalesOf(picture, width);
  const block = (top: 'p75' | 'p90', bottom: 'p10' | 'p25') =>
    spans
      .map((span) => {
        const [left, right] = [x(span.from).toFixed(1), x(span.to).toFixed(1)];
        return `M${left} ${y(span[top]).toFixed(1)}H${right}V${y(span[bottom]).toFixed(1)}H${left}Z`;
      })
      .join('');
  const medians = spans.map((span) => `M${x(span.from)} ${y(span.p50)}H${x(span.to)}`).join('');
  const points = people.map(
    ({ equalised }, place) => `M${x(place + 0.5).toFixed(1)} ${y(equalised).toFixed(1)}h0`,
  );
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className="max-w-full"
      fontSize={12}
    >
      {moneyTicks(lowest * 0.95, highest * 1.05).map((centavos) => (
        <g key={centavos}>
          <line
            x1={margin.left}
            x2={width - margin.right}
            y1={y(centavos)}
            y2={y(centavos)}
            stroke="var(--color-line)"
          />
          <text
            x={margin.left - 8}
            y={y(centavos)}
            dy="0.35em"
            textAnchor="end"
            fill="var(--color-muted)"
            style={{ fontVariantNumeric: 'tabular-nums' }}
          >
            {formatWholeReais(centavos / 100)}
          </text>
        </g>
      ))}
      <path d={block('p90', 'p10')} fill="var(--color-step-1)" />
      <path d={block('p75', 'p25')} fill="var(--color-step-2)" />
      <path d={medians} stroke="var(--color-ink)" strokeWidth={2} />
      <path
        d={points.join('')}
        stroke="var(--color-series-2)"
        strokeLinecap="round"
        strokeWidth={people.length > 2000 ? 3 : people.length > 300 ? 4 : 7}
        strokeOpacity={people.length > 2000 ? 0.6 : 0.9}
      />
    </svg>
  );
}

/** The person whose point is nearest to a position in the chart, if one is close enough. */
function nearest(
  { people }: BandPicture,
  { x, y }: Scales,
  left: number,
  top: number,
): number | undefined {
  let best: number | undefined;
  let least = nearPixels ** 2;
  for (const [place, { equalised }] of people.entries()) {
    const across = x(place + 0.5) - left;
    if (Math.abs(across) > nearPixels) continue;
    const away = across ** 2 + (y(equalised) - top) ** 2;
    if (away < least) [best, least] = [place, away];
  }
  return best;
}
