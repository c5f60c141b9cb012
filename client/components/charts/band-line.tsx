import { nice } from 'd3-array';
import { area, line } from 'd3-shape';
import { formatReais, formatCount, formatWholeReais } from '../../../shared/words/format.ts';
import type { Draw, Mark } from './chart.ts';
import { linearScale } from './linear-scale.ts';
import { textWidth } from './wrap-text.ts';
import { figureStyle, type ChartTheme } from './chart-theme.ts';

const top = 28;

/** A line with a band around it, and below it the record count of each point. */
export function drawBandLine(points: readonly BandPoint[]): Draw {
  return (width, theme) => {
    const known = points.filter(isKnown);
    const isWide = width >= 560;
    const left = isWide ? 72 : 42;
    const right = width - endWidth(known) - 10;
    const bottom = top + (isWide ? 240 : 180);
    const places = new Map(points.map(({ key }, index) => [key, index]));
    const x = linearScale([0, points.length - 1], [left + 18, right - 18]);
    const bounds = known.flatMap(({ lower, upper }) => [lower, upper]);
    const y = linearScale(nice(Math.min(...bounds), Math.max(...bounds), 4), [bottom - 8, top]);
    const ticks = spacedTicks(y.ticks(4));
    const frame: Frame = {
      left,
      right,
      countsTop: bottom + 22,
      countsBottom: bottom + 22 + countsHeight,
      x: (key) => x(places.get(key) ?? 0),
      y,
      step: points.length > 1 ? x(1) - x(0) : 48,
    };
    return {
      height: frame.countsBottom + 24,
      marks: points.map((point) => markOf(point, frame)),
      picture: (
        <g fontSize={12}>
          {known.length > 0 && <Grid ticks={ticks} frame={frame} theme={theme} />}
          <Beginning points={points} frame={frame} theme={theme} />
          <Band points={points} frame={frame} theme={theme} />
          {known.length > 0 && (
            <Amounts ticks={ticks} hasUnit={isWide} frame={frame} theme={theme} />
          )}
          <Ends last={known.at(-1)} frame={frame} theme={theme} />
          <Counts points={points} frame={frame} theme={theme} />
          <Months points={points} frame={frame} theme={theme} />
        </g>
      ),
    };
  };
}

function endWidth(known: readonly Known[]): number {
  return Math.max(
    ...known.slice(-1).map(({ upper }) => textWidth(formatReais(upper), 12) + 4),
    textWidth('mediana', 12) + 4,
  );
}

function markOf({ key, name }: BandPoint, { x, step, countsBottom }: Frame): Mark {
  const width = Math.min(Math.max(step, 6), 48);
  return {
    key,
    name,
    box: { x: x(key) - width / 2, y: top - 8, width, height: countsBottom - top + 8 },
  };
}

/** At most five, still round and evenly spaced. */
function spacedTicks(ticks: readonly number[]): number[] {
  const every = Math.ceil(ticks.length / 5);
  return ticks.filter((_, index) => index % every === 0);
}

type Ticked = { ticks: readonly number[]; frame: Frame; theme: ChartTheme };

function Grid({ ticks, frame: { left, right, y }, theme }: Ticked) {
  return (
    <g stroke={theme.line}>
      {ticks.map((reais) => (
        <line key={reais} x1={left} x2={right} y1={y(reais)} y2={y(reais)} />
      ))}
    </g>
  );
}

/** The amounts at the grid lines; on a narrow chart only the end labels show the unit. */
function Amounts({ ticks, hasUnit, frame: { left, y }, theme }: Ticked & { hasUnit: boolean }) {
  return (
    <g fill={theme.muted} textAnchor="end" style={figureStyle}>
      {ticks.map((reais) => (
        <text key={reais} x={left - 8} y={y(reais) + 4}>
          {hasUnit ? formatWholeReais(reais) : formatCount(reais)}
        </text>
      ))}
    </g>
  );
}

/** Marks where the requested period begins, when there are points before it. */
function Beginning({ points, frame: { x, step, countsBottom }, theme }: BandPart) {
  const first = points.findIndex(({ isAsked }) => isAsked);
  const point = points[first];
  if (first < 1 || !point) return null;
  const at = x(point.key) - step / 2;
  return (
    <g>
      <line x1={at} x2={at} y1={0} y2={countsBottom} stroke={theme.control} strokeDasharray="3 3" />
      <text x={at + 5} y={10} fill={theme.muted}>
        período pedido
      </text>
    </g>
  );
}

/** As many month labels as fit, counted back from the last month. */
function Months({ points, frame: { x, step, countsBottom }, theme }: BandPart) {
  const every = Math.max(Math.ceil((textWidth('mmm/aaaa', 12) + 10) / step), 1);
  return (
    <g fill={theme.muted} textAnchor="middle">
      {points
        .filter((_, index) => (points.length - 1 - index) % every === 0)
        .filter(({ key }) => x(key) >= 16)
        .map(({ key, label }) => (
          <text key={key} x={Math.max(x(key), 26)} y={countsBottom + 17}>
            {label}
          </text>
        ))}
    </g>
  );
}

/** A month: its median and the band around it, in reais; null where the month has too few records. */
export type BandPoint = {
  key: string;
  label: string;
  count: number;
  lower: number | null;
  middle: number | null;
  upper: number | null;
  /** Whether the point is in the requested period; earlier points are there for comparison. */
  isAsked: boolean;
  /** The text of the tooltip and of the screen reader. */
  name: string;
};

/** A month with its three figures. */
type Known = BandPoint & { lower: number; middle: number; upper: number };
/** Positions in the drawing, in pixels. */
type Frame = {
  left: number;
  right: number;
  countsTop: number;
  countsBottom: number;
  x: (key: string) => number;
  y: (reais: number) => number;
  step: number;
};

/** The props of each part of the drawing. */
type BandPart = { points: readonly BandPoint[]; frame: Frame; theme: ChartTheme };

const countsHeight = 44;

function isKnown(point: BandPoint): point is Known {
  return point.lower !== null && point.middle !== null && point.upper !== null;
}

/** The median as a line and the band around it; both break at a month without figures. */
function Band({ points, frame: { x, y }, theme }: BandPart) {
  const fill = area<BandPoint>()
    .defined(isKnown)
    .x(({ key }) => x(key))
    .y0(({ lower }) => y(lower ?? 0))
    .y1(({ upper }) => y(upper ?? 0));
  const path = line<BandPoint>()
    .defined(isKnown)
    .x(({ key }) => x(key))
    .y(({ middle }) => y(middle ?? 0));
  return (
    <g>
      <path d={fill([...points]) ?? ''} fill={theme.bar} opacity={0.3} />
      <path
        d={path([...points]) ?? ''}
        fill="none"
        stroke={theme.barStrong}
        strokeWidth={2}
        strokeLinejoin="round"
      />
      {points.filter(isKnown).map(({ key, lower, middle, upper, isAsked }) => (
        <g key={key}>
          <line
            x1={x(key)}
            x2={x(key)}
            y1={y(lower)}
            y2={y(upper)}
            stroke={theme.bar}
            opacity={0.5}
          />
          <circle
            cx={x(key)}
            cy={y(middle)}
            r={3}
            fill={isAsked ? theme.barStrong : theme.surface}
            stroke={theme.barStrong}
            strokeWidth={1.5}
          />
        </g>
      ))}
    </g>
  );
}

/** The labels of the last point, spaced so that they do not overlap. */
function Ends({
  last,
  frame: { right, y },
  theme,
}: {
  last: Known | undefined;
  frame: Frame;
  theme: ChartTheme;
}) {
  if (!last) return null;
  const middle = y(last.middle);
  const lines = [
    { label: 'Q3', reais: last.upper, at: Math.min(y(last.upper), middle - 32), weight: 400 },
    { label: 'mediana', reais: last.middle, at: middle, weight: 600 },
    { label: 'Q1', reais: last.lower, at: Math.max(y(last.lower), middle + 32), weight: 400 },
  ];
  return (
    <g fill={theme.ink}>
      {lines.map(({ label, reais, at, weight }) => (
        <g key={label} fontWeight={weight}>
          <text x={right + 6} y={at - 3} fill={theme.muted}>
            {label}
          </text>
          <text x={right + 6} y={at + 11}>
            {formatReais(reais)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** The record count of each point. */
function Counts({
  points,
  frame: { x, step, left, right, countsTop, countsBottom },
  theme,
}: BandPart) {
  const most = Math.max(...points.map(({ count }) => count), 1);
  const width = Math.min(Math.max(step - 3, 2), 28);
  return (
    <g>
      {points.map(({ key, count, isAsked }) => {
        const height = count === 0 ? 0 : Math.max((count / most) * countsHeight, 1);
        return (
          <rect
            key={key}
            x={x(key) - width / 2}
            y={countsBottom - height}
            width={width}
            height={height}
            fill={theme.control}
            opacity={isAsked ? 0.8 : 0.45}
          />
        );
      })}
      <line x1={left} x2={right} y1={countsBottom} y2={countsBottom} stroke={theme.control} />
      <line x1={left} x2={right} y1={countsTop} y2={countsTop} stroke={theme.line} />
      <text x={right + 6} y={countsTop + 4} fill={theme.muted}>
        {formatCount(most)}
      </text>
      <text x={right + 6} y={countsBottom} fill={theme.muted}>
        registros
      </text>
    </g>
  );
}
