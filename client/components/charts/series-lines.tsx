import { line } from 'd3-shape';
import { formatReais } from '../../../shared/words/format.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { Draw } from './chart.ts';
import { MonthAxis, monthBox, monthPlot } from './month-axis.tsx';
import { seriesColor, SeriesMark } from './series.tsx';

/** A compared series, with a value in reais for each month of the axis; null where there are too few records. */
export type SeriesLine = {
  /** Its index among all series, which selects colour and mark. */
  index: number;
  letter: string;
  values: readonly (number | null)[];
};

type Point = { x: number; y: number; reais: number };

const [top, bottom] = [16, 236];
/** In pixels: on a narrower chart only the legend shows the unit, and each line ends with its letter. */
const wideEnough = 480;

/** Lines of several queries over the same months, each with its own mark and its last figure at the end. */
export function drawSeriesLines(lines: readonly SeriesLine[], months: readonly string[]): Draw {
  return (width, theme) => {
    const isWide = width >= wideEnough;
    const [left, endWidth] = isWide ? [76, 110] : [48, 26];
    const salaries = lines.flatMap(({ values }) => values.filter((reais) => reais !== null));
    const edges = { left, right: width - endWidth, top, bottom, isWide };
    const plot = monthPlot(edges, months.length, salaries);
    const placed = lines.map(({ index, letter, values }) => ({
      index,
      letter,
      points: values.map((reais, place) =>
        reais === null ? null : { x: plot.x(place), y: plot.y(reais), reais },
      ),
    }));
    return {
      height: bottom + 28,
      marks: months.map((month, place) => ({
        key: month,
        name: `${month}: ${lines.map((one) => valueText(one, place)).join('; ')}`,
        box: monthBox(plot, place, bottom + 8),
      })),
      picture: (
        <g fontSize={12}>
          <MonthAxis names={months} plot={plot} namesAt={bottom + 18} theme={theme} />
          <line x1={left} x2={plot.right} y1={bottom} y2={bottom} stroke={theme.control} />
          {placed.map(({ index, points }) => (
            <Line key={index} index={index} points={points} theme={theme} />
          ))}
          {ends(placed).map(({ index, letter, x, y, reais }) => (
            <text key={index} x={x + 12} y={y} fill={seriesColor(index, theme)} fontWeight={600}>
              {isWide ? `${letter}  ${formatReais(reais)}` : letter}
            </text>
          ))}
        </g>
      ),
    };
  };
}

function valueText({ letter, values }: SeriesLine, place: number): string {
  const reais = values[place] ?? null;
  return `${letter} ${reais === null ? 'sem mediana' : formatReais(reais)}`;
}

/** A line that breaks at a month without a median. */
function Line({
  index,
  points,
  theme,
}: {
  index: number;
  points: readonly (Point | null)[];
  theme: ChartTheme;
}) {
  const path = line<Point | null>()
    .defined((point) => point !== null)
    .x((point) => point?.x ?? 0)
    .y((point) => point?.y ?? 0);
  return (
    <g>
      <path
        d={path([...points]) ?? ''}
        fill="none"
        stroke={seriesColor(index, theme)}
        strokeWidth={2}
        strokeLinejoin="round"
      />
      {points.map(
        (point) =>
          point && <SeriesMark key={point.x} index={index} x={point.x} y={point.y} theme={theme} />,
      )}
    </g>
  );
}

/** The last figure of each line beside its end, spaced so that the labels do not overlap. */
function ends<Placed extends { points: readonly (Point | null)[] }>(placed: readonly Placed[]) {
  let below = -Infinity;
  return placed
    .flatMap((one) => {
      const last = one.points.findLast((point) => point !== null);
      return last ? [{ ...one, ...last }] : [];
    })
    .toSorted((one, other) => one.y - other.y)
    .map((label) => {
      const y = Math.max(label.y + 4, below);
      below = y + 15;
      return { ...label, y };
    });
}
