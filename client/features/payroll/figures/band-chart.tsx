import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
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

/**
 * Everyone on the payroll beside their market band: one point each, on a canvas, so that ten thousand points stay fast.
 */
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
        {width > 0 && <Bands picture={picture} scales={scales} width={width} />}
        {width > 0 && <Points picture={picture} scales={scales} width={width} />}
        {width > 0 && near !== undefined && shown && (
          <span
            aria-hidden
            className="pointer-events-none absolute size-3 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-ink"
            style={{ left: scales.x(near + 0.5), top: scales.y(shown.equalised) }}
          />
        )}
      </div>
      <figcaption className="mt-1 min-h-10 text-dense text-muted">
        {shown ? <PersonLine one={shown} words={words} /> : <Legend />}
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

function Legend() {
  return (
    <>
      Cada ponto é uma pessoa, pelo salário ajustado para 44 horas. A faixa clara vai do P10 ao P90
      do mercado dela, a escura do P25 ao P75, e o traço é a mediana. Da ocupação que paga menos
      para a que paga mais.
    </>
  );
}

function Bands({
  picture: { spans, lowest, highest },
  scales: { x, y },
  width,
}: {
  picture: BandPicture;
  scales: Scales;
  width: number;
}) {
  const block = (top: 'p75' | 'p90', bottom: 'p10' | 'p25') =>
    spans
      .map((span) => {
        const [left, right] = [x(span.from).toFixed(1), x(span.to).toFixed(1)];
        return `M${left} ${y(span[top]).toFixed(1)}H${right}V${y(span[bottom]).toFixed(1)}H${left}Z`;
      })
      .join('');
  const medians = spans.map((span) => `M${x(span.from)} ${y(span.p50)}H${x(span.to)}`).join('');
  return (
    <svg aria-hidden width={width} height={height} className="absolute inset-0" fontSize={12}>
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
    </svg>
  );
}

function Points({
  picture,
  scales,
  width,
}: {
  picture: BandPicture;
  scales: Scales;
  width: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const draw = () => drawPoints(element, picture, scales, width);
    draw();
    // The colours change when the page switches between light and dark.
    const root = new MutationObserver(draw);
    root.observe(document.documentElement, { attributes: true });
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      root.disconnect();
      scheme.removeEventListener('change', draw);
    };
  }, [picture, scales, width]);
  return (
    <canvas
      ref={canvas}
      aria-hidden
      className="pointer-events-none absolute inset-0 text-series-2"
      style={{ width, height }}
    />
  );
}

function drawPoints(
  canvas: HTMLCanvasElement,
  { people }: BandPicture,
  { x, y }: Scales,
  width: number,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = Math.min(2, devicePixelRatio);
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  context.scale(ratio, ratio);
  context.fillStyle = getComputedStyle(canvas).color;
  const radius = people.length > 2000 ? 1.5 : people.length > 300 ? 2 : 3.5;
  context.globalAlpha = people.length > 2000 ? 0.6 : 0.9;
  context.beginPath();
  for (const [place, { equalised }] of people.entries()) {
    const [left, top] = [x(place + 0.5), y(equalised)];
    context.moveTo(left + radius, top);
    context.arc(left, top, radius, 0, 2 * Math.PI);
  }
  context.fill();
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
