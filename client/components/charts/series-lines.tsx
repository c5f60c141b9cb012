import { scaleLinear } from 'd3-scale';
import { curveMonotoneX, line } from 'd3-shape';
import { formatReais, formatWholeReais } from '../../../shared/format.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { Draw } from './drawing.ts';
import { seriesColor, SeriesMark, type Series } from './series.tsx';
import { textWidth } from './wrap-text.ts';

/** A series through positions of the axis below; null where too few records say nothing. */
export type SeriesLine = { points: readonly { at: number; value: number | null }[] };

export type LinesFrame = {
  /** The positions' ends. */
  from: number;
  to: number;
  /** What is written below a position. */
  ticks: readonly { at: number; text: string }[];
  /** Amounts at the left; a shape without a unit has none. */
  hasAmounts: boolean;
  hasMarks: boolean;
};

type Placed = {
  index: number;
  points: { x: number; y: number }[];
  last: { x: number; y: number; value: number };
};

const [top, plotHeight, bottomHeight] = [16, 220, 28];

/** Lines of several questions over one axis, each with its own mark and its letter at the end. */
export function drawSeriesLines(
  series: readonly Series[],
  lines: readonly SeriesLine[],
  { from, to, ticks, hasAmounts, hasMarks }: LinesFrame,
): Draw {
  return (width, theme) => {
    const bottom = top + plotHeight;
    const values = lines.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
    const [left, right] = [hasAmounts ? 76 : 8, width - (hasAmounts ? 110 : 28)];
    const x = scaleLinear([from, to], [left + 8, right - 8]);
    const low = hasAmounts ? Math.min(...values) : 0;
    const y = scaleLinear([low, Math.max(...values)], [bottom - 6, top]).nice(4);
    const placed = lines.flatMap(({ points }, index) => placeLine(points, index, x, y));
    return {
      height: bottom + bottomHeight,
      marks: [],
      picture: (
        <g fontSize={12}>
          {hasAmounts && (
            <Amounts ticks={y.ticks(4)} y={y} left={left} right={right} theme={theme} />
          )}
          <line x1={left} x2={right} y1={bottom} y2={bottom} stroke={theme.control} />
          <g fill={theme.muted} textAnchor="middle">
            {spaced(ticks, x).map(({ at, text }) => (
              <text key={at} x={x(at)} y={bottom + 18}>
                {text}
              </text>
            ))}
          </g>
          {placed.map((item) => (
            <Line key={item.index} item={item} hasMarks={hasMarks} />
          ))}
          {ends(placed, hasAmounts).map(({ index, x: endX, y: endY, text }) => (
            <text key={index} x={endX} y={endY} fill={seriesColor(index)} fontWeight={600}>
              {`${series[index]?.label ?? ''}${text}`}
            </text>
          ))}
        </g>
      ),
    };
  };
}

type Scale = (value: number) => number;

function placeLine(points: SeriesLine['points'], index: number, x: Scale, y: Scale): Placed[] {
  const known = points.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }]));
  const last = known.at(-1);
  if (!last) return [];
  return [
    {
      index,
      points: known.map(({ at, value }) => ({ x: x(at), y: y(value) })),
      last: { x: x(last.at), y: y(last.value), value: last.value },
    },
  ];
}

function Line({ item: { index, points }, hasMarks }: { item: Placed; hasMarks: boolean }) {
  const path = line<{ x: number; y: number }>()
    .x((point) => point.x)
    .y((point) => point.y);
  const drawn = hasMarks ? path(points) : path.curve(curveMonotoneX)(points);
  return (
    <g>
      <path
        d={drawn ?? ''}
        fill="none"
        stroke={seriesColor(index)}
        strokeWidth={2}
        strokeLinejoin="round"
      />
      {hasMarks
        ? points.map((point) => <SeriesMark key={point.x} index={index} x={point.x} y={point.y} />)
        : peakOf(points).map((point) => (
            <SeriesMark key={point.x} index={index} x={point.x} y={point.y} size={5} />
          ))}
    </g>
  );
}

function peakOf(points: Placed['points']): Placed['points'] {
  const highest = Math.min(...points.map(({ y }) => y));
  return points.filter(({ y }) => y === highest).slice(0, 1);
}

/** The letters beside the lines' ends, or above their peaks, kept apart. */
function ends(placed: readonly Placed[], hasAmounts: boolean) {
  const wanted = placed
    .map(({ index, last, points }) => {
      const peak = peakOf(points)[0] ?? last;
      return hasAmounts
        ? { index, x: last.x + 12, y: last.y + 4, text: `  ${formatReais(last.value)}` }
        : { index, x: peak.x + 9, y: peak.y + 2, text: '' };
    })
    .toSorted((one, other) => one.y - other.y);
  const free: typeof wanted = [];
  for (const label of wanted) {
    const above = free.findLast(({ x }) => Math.abs(x - label.x) < 16 || hasAmounts);
    free.push({ ...label, y: Math.max(label.y, (above?.y ?? -Infinity) + 15) });
  }
  return free;
}

function Amounts({
  ticks,
  y,
  left,
  right,
  theme,
}: {
  ticks: readonly number[];
  y: Scale;
  left: number;
  right: number;
  theme: ChartTheme;
}) {
  return (
    <g fill={theme.muted} textAnchor="end">
      {ticks.map((reais) => (
        <g key={reais}>
          <line x1={left} x2={right} y1={y(reais)} y2={y(reais)} stroke={theme.line} />
          <text x={left - 8} y={y(reais) + 4}>
            {formatWholeReais(reais)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** As many as fit side by side, from the last one back. */
function spaced(ticks: LinesFrame['ticks'], x: Scale): LinesFrame['ticks'] {
  let next = Infinity;
  return ticks.toReversed().filter(({ at, text }) => {
    const half = textWidth(text, 12) / 2;
    if (x(at) + half > next - 8) return false;
    next = x(at) - half;
    return true;
  });
}
