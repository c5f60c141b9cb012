import { area, line } from 'd3-shape';
import { formatReais, formatCount } from '../../../shared/words/format.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { Draw } from './chart.ts';
import { MonthAxis, monthBox, monthPlot, type MonthPlot } from './month-axis.tsx';
import { textWidth } from './wrap-text.ts';

/** A month: its quartiles in reais, the median in the middle; null where the month has too few records. */
export type BandPoint = {
  key: string;
  label: string;
  count: number;
  lower: number | null;
  middle: number | null;
  upper: number | null;
  /** Whether the point is in the requested period; earlier points are there for comparison. */
  isRequested: boolean;
  /** The text of the tooltip and of the screen reader. */
  name: string;
};

/** A month with its three figures. */
type Known = BandPoint & { lower: number; middle: number; upper: number };

function isKnown(point: BandPoint): point is Known {
  return point.lower !== null && point.middle !== null && point.upper !== null;
}

const top = 28;
const countsHeight = 44;

type Part = { points: readonly BandPoint[]; plot: MonthPlot; theme: ChartTheme };

/** A line with a band around it, and below it the record count of each point. */
export function drawBandLine(points: readonly BandPoint[]): Draw {
  return (width, theme) => {
    const known = points.filter(isKnown);
    const isWide = width >= 560;
    const edges = {
      left: isWide ? 72 : 42,
      right: width - endWidth(known) - 10,
      top,
      bottom: top + (isWide ? 240 : 180),
      isWide,
    };
    const salaries = known.flatMap(({ lower, upper }) => [lower, upper]);
    const plot = monthPlot(edges, points.length, salaries);
    const countsBottom = edges.bottom + 22 + countsHeight;
    const part = { points, plot, theme };
    return {
      height: countsBottom + 24,
      marks: points.map(({ key, name }, place) => ({
        key,
        name,
        box: monthBox(plot, place, countsBottom),
      })),
      picture: (
        <g fontSize={12}>
          <MonthAxis
            names={points.map(({ label }) => label)}
            plot={plot}
            namesAt={countsBottom + 17}
            theme={theme}
          />
          <Beginning {...part} bottom={countsBottom} />
          <Band {...part} />
          <Ends {...part} />
          <Counts {...part} bottom={countsBottom} />
        </g>
      ),
    };
  };
}

function endWidth(known: readonly Known[]): number {
  const amounts = known.slice(-1).map(({ upper }) => formatReais(upper));
  return Math.max(...['mediana', ...amounts].map((text) => textWidth(text, 12))) + 4;
}

/** Marks where the requested period begins, when there are points before it. */
function Beginning({ points, plot: { x, step }, theme, bottom }: Part & { bottom: number }) {
  const first = points.findIndex(({ isRequested }) => isRequested);
  if (first < 1) return null;
  const at = x(first) - step / 2;
  return (
    <g>
      <line x1={at} x2={at} y1={0} y2={bottom} stroke={theme.control} strokeDasharray="3 3" />
      <text x={at + 5} y={10} fill={theme.muted}>
        período pedido
      </text>
    </g>
  );
}

/** The median as a line and the band around it; both break at a month without figures. */
function Band({ points, plot: { x, y }, theme }: Part) {
  const fill = area<BandPoint>()
    .defined(isKnown)
    .x((_, place) => x(place))
    .y0(({ lower }) => y(lower ?? 0))
    .y1(({ upper }) => y(upper ?? 0));
  const path = line<BandPoint>()
    .defined(isKnown)
    .x((_, place) => x(place))
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
      {points.map(
        (point, place) =>
          isKnown(point) && (
            <g key={point.key} stroke={theme.barStrong} strokeWidth={1.5}>
              <line
                x1={x(place)}
                x2={x(place)}
                y1={y(point.lower)}
                y2={y(point.upper)}
                stroke={theme.bar}
                strokeWidth={1}
                opacity={0.5}
              />
              <circle
                cx={x(place)}
                cy={y(point.middle)}
                r={3}
                fill={point.isRequested ? theme.barStrong : theme.surface}
              />
            </g>
          ),
      )}
    </g>
  );
}

/** The labels of the last point with figures, beside it, spaced so that they do not overlap. */
function Ends({ points, plot: { right, x, y }, theme }: Part) {
  const place = points.findLastIndex(isKnown);
  const last = points[place];
  if (last === undefined || !isKnown(last)) return null;
  // The last month's labels are beyond the plot.
  const start = place === points.length - 1 ? right + 6 : x(place) + 10;
  const middle = y(last.middle);
  const labels = [
    { label: 'Q3', reais: last.upper, at: Math.min(y(last.upper), middle - 32), weight: 400 },
    { label: 'mediana', reais: last.middle, at: middle, weight: 600 },
    { label: 'Q1', reais: last.lower, at: Math.max(y(last.lower), middle + 32), weight: 400 },
  ];
  return (
    <g fill={theme.ink}>
      {labels.map(({ label, reais, at, weight }) => (
        <g key={label} fontWeight={weight}>
          <text x={start} y={at - 3} fill={theme.muted}>
            {label}
          </text>
          <text x={start} y={at + 11}>
            {formatReais(reais)}
          </text>
        </g>
      ))}
    </g>
  );
}

function Counts({
  points,
  plot: { x, step, left, right },
  theme,
  bottom,
}: Part & { bottom: number }) {
  const maxCount = Math.max(...points.map(({ count }) => count), 1);
  const width = Math.min(Math.max(step - 3, 2), 28);
  const start = bottom - countsHeight;
  return (
    <g>
      {points.map(({ key, count, isRequested }, place) => {
        const height = count === 0 ? 0 : Math.max((count / maxCount) * countsHeight, 1);
        return (
          <rect
            key={key}
            x={x(place) - width / 2}
            y={bottom - height}
            width={width}
            height={height}
            fill={theme.control}
            opacity={isRequested ? 0.8 : 0.45}
          />
        );
      })}
      <line x1={left} x2={right} y1={bottom} y2={bottom} stroke={theme.control} />
      <line x1={left} x2={right} y1={start} y2={start} stroke={theme.line} />
      <text x={right + 6} y={start + 4} fill={theme.muted}>
        {formatCount(maxCount)}
      </text>
      <text x={right + 6} y={bottom} fill={theme.muted}>
        registros
      </text>
    </g>
  );
}
