import { nice } from 'd3-array';
import { line } from 'd3-shape';
import { formatCount, formatReais, formatWholeReais } from '../../../shared/words/format.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { Box, Draw } from './chart.ts';
import { linearScale } from './linear-scale.ts';
import { seriesColor, SeriesMark, type Series } from './series.tsx';
import { textWidth } from './wrap-text.ts';

/** A series in reais, with a value for each name of the axis; null where there are too few records. */
export type SeriesLine = readonly (number | null)[];

type Scale = (value: number) => number;
type Point = { x: number; y: number; reais: number };
type Placed = { index: number; points: readonly Point[] };

const [top, plotHeight, bottomHeight] = [16, 220, 28];
/** In pixels: on a narrower chart only the legend shows the unit, and each line ends with its letter. */
const wideEnough = 480;

/** Lines of several queries over the same months, each with its own mark and its last figure at the end. */
export function drawSeriesLines(
  series: readonly Series[],
  lines: readonly SeriesLine[],
  names: readonly string[],
): Draw {
  return (width, theme) => {
    const isWide = width >= wideEnough;
    const [left, endWidth] = isWide ? [76, 110] : [48, 26];
    const [right, bottom] = [width - endWidth, top + plotHeight];
    const values = lines.flat().filter((reais) => reais !== null);
    const x = linearScale([0, Math.max(names.length - 1, 1)], [left + 8, right - 8]);
    const y = linearScale(nice(Math.min(...values), Math.max(...values), 4), [bottom - 6, top]);
    const placed = lines.map((points, index) => ({
      index,
      points: points.flatMap((reais, at) =>
        reais === null ? [] : [{ x: x(at), y: y(reais), reais }],
      ),
    }));
    return {
      height: bottom + bottomHeight,
      marks: names.map((name, at) => ({
        key: name,
        name: `${name}: ${seriesText(series, lines, at)}`,
        box: markBox(x(at), x(1) - x(0), bottom),
      })),
      picture: (
        <g fontSize={12}>
          <Amounts
            ticks={y.ticks(4)}
            hasUnit={isWide}
            y={y}
            left={left}
            right={right}
            theme={theme}
          />
          <line x1={left} x2={right} y1={bottom} y2={bottom} stroke={theme.control} />
          <Names names={names} x={x} y={bottom + 18} theme={theme} />
          {placed.map((item) => (
            <Line key={item.index} item={item} theme={theme} />
          ))}
          {ends(placed).map(({ index, x: atX, y: atY, reais }) => (
            <text
              key={index}
              x={atX + 12}
              y={atY}
              fill={seriesColor(index, theme)}
              fontWeight={600}
            >
              {isWide
                ? `${series[index]?.label ?? ''}  ${formatReais(reais)}`
                : series[index]?.label}
            </text>
          ))}
        </g>
      ),
    };
  };
}

/** The value of each series at a position of the axis. */
function seriesText(series: readonly Series[], lines: readonly SeriesLine[], at: number): string {
  return lines
    .flatMap((points, index) => {
      if (points.length === 0) return [];
      const reais = points[at] ?? null;
      return `${series[index]?.label ?? ''} ${reais === null ? 'sem mediana' : formatReais(reais)}`;
    })
    .join('; ');
}

function markBox(x: number, step: number, bottom: number): Box {
  const width = Math.min(Math.max(step, 6), 48);
  return { x: x - width / 2, y: top - 8, width, height: bottom - top + 16 };
}

function Line({ item: { index, points }, theme }: { item: Placed; theme: ChartTheme }) {
  const path = line<Point>()
    .x((point) => point.x)
    .y((point) => point.y);
  return (
    <g>
      <path
        d={path([...points]) ?? ''}
        fill="none"
        stroke={seriesColor(index, theme)}
        strokeWidth={2}
        strokeLinejoin="round"
      />
      {points.map((point) => (
        <SeriesMark key={point.x} index={index} x={point.x} y={point.y} theme={theme} />
      ))}
    </g>
  );
}

/** The last figure of each line beside its end, spaced so that the labels do not overlap. */
function ends(placed: readonly Placed[]): (Point & { index: number })[] {
  const wanted = placed
    .flatMap(({ index, points }) => points.slice(-1).map((point) => ({ ...point, index })))
    .toSorted((one, other) => one.y - other.y);
  let below = -Infinity;
  return wanted.map((label) => {
    const y = Math.max(label.y + 4, below);
    below = y + 15;
    return { ...label, y };
  });
}

function Amounts({
  ticks,
  hasUnit,
  y,
  left,
  right,
  theme,
}: {
  ticks: readonly number[];
  hasUnit: boolean;
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
            {hasUnit ? formatWholeReais(reais) : formatCount(reais)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** As many names as fit side by side, counted back from the last one. */
function Names({
  names,
  x,
  y,
  theme,
}: {
  names: readonly string[];
  x: Scale;
  y: number;
  theme: ChartTheme;
}) {
  const widest = Math.max(...names.map((name) => textWidth(name, 12)), 0);
  const step = Math.max(x(1) - x(0), 1);
  const every = Math.max(Math.ceil((widest + 10) / step), 1);
  return (
    <g fill={theme.muted} textAnchor="middle">
      {names.map((name, at) =>
        (names.length - 1 - at) % every === 0 ? (
          <text key={name} x={x(at)} y={y}>
            {name}
          </text>
        ) : null,
      )}
    </g>
  );
}
