import { formatWholeReais } from '../../../shared/words/format.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { Draw, Drawing } from './chart.ts';
import { linearScale } from './linear-scale.ts';
import { RowAmount, RowCount } from './row-figures.tsx';
import { seriesColor, SeriesMark } from './series.tsx';
import { spacedAmounts, wrapText } from './wrap-text.ts';

/** A group: its median and the range around it, in reais; null where the group has too few records. */
export type RangeRow = {
  key: string;
  label: string;
  count: number;
  lower: number | null;
  middle: number | null;
  upper: number | null;
  /** The range that holds nearly all values, drawn as a thin line. */
  reach?: { lower: number; upper: number };
  /** Whether this is the requested group. */
  isStrong: boolean;
  /** The index of a compared series, which selects its colour and mark. */
  series?: number;
  /** The text of the tooltip and of the screen reader. */
  name: string;
};

type Geometry = { width: number; plotX: number; plotWidth: number; isWide: boolean };
type PlacedRow = { row: RangeRow; lines: readonly string[]; y: number; height: number };
type X = (reais: number) => number;

const lineHeight = 17;
const barHeight = 12;
const figuresWidth = 118;
const markWidth = 18;
const axisHeight = 26;

/** Groups as rows on one scale: a bar from quartile to quartile, a line at the median, figures beside it. */
export function drawRangeRows(rows: readonly RangeRow[]): Draw {
  return (width, theme) => {
    const geometry = geometryOf(width);
    const placed = placeRows(rows, geometry);
    const bottom = (placed.at(-1)?.y ?? 0) + (placed.at(-1)?.height ?? 0);
    const { plotX, plotWidth } = geometry;
    const bounds = rows.flatMap(({ lower, upper, middle, reach }) =>
      [reach?.lower ?? lower, middle, reach?.upper ?? upper].filter((reais) => reais !== null),
    );
    const [low, high] = [Math.min(...bounds), Math.max(...bounds)];
    const margin = low === high ? Math.max(low * 0.05, 1) : (high - low) * 0.04;
    const x = linearScale([low - margin, high + margin], [plotX + 2, plotX + plotWidth - 2]);
    const hasScale = bounds.length > 0;
    return {
      height: bottom + (hasScale ? axisHeight : 0),
      marks: marksOf(placed, width),
      picture: (
        <g fontSize={13}>
          {hasScale && (
            <Axis ticks={spacedAmounts(x.ticks(5), x, width)} x={x} bottom={bottom} theme={theme} />
          )}
          {placed.map((item) => (
            <Row key={item.row.key} item={item} x={x} geometry={geometry} theme={theme} />
          ))}
        </g>
      ),
    };
  };
}

function geometryOf(width: number): Geometry {
  const isWide = width >= 560;
  if (!isWide) return { width, isWide, plotX: 0, plotWidth: width };
  const labelWidth = Math.min(width * 0.34, 280);
  return {
    width,
    isWide,
    plotX: labelWidth + 16,
    plotWidth: width - labelWidth - figuresWidth - 32,
  };
}

function placeRows(rows: readonly RangeRow[], { isWide, plotX, width }: Geometry): PlacedRow[] {
  const labelWidth = isWide ? plotX - 16 : width - figuresWidth - 8;
  let y = 0;
  return rows.map((row) => {
    const lines = wrapText(row.label, labelWidth - (row.series === undefined ? 0 : markWidth));
    const textHeight = Math.max(lines.length, 2) * lineHeight;
    const height = textHeight + (isWide ? 12 : barHeight + 18);
    const item = { row, lines, y, height };
    y += height;
    return item;
  });
}

function marksOf(placed: readonly PlacedRow[], width: number): Drawing['marks'] {
  return placed.map(({ row, y, height }) => ({
    key: row.key,
    name: row.name,
    box: { x: -4, y: y + 1, width: width + 8, height: height - 2 },
  }));
}

function Row({
  item: { row, lines, y, height },
  x,
  geometry: { isWide, width },
  theme,
}: {
  item: PlacedRow;
  x: X;
  geometry: Geometry;
  theme: ChartTheme;
}) {
  const weight = row.isStrong ? 600 : 400;
  const textTop = isWide ? y + (height - lines.length * lineHeight) / 2 : y + 4;
  const figuresTop = isWide ? y + (height - 2 * lineHeight) / 2 : y + 4;
  const middle = isWide ? y + height / 2 : y + height - barHeight / 2 - 8;
  return (
    <g>
      <line x1={0} x2={width} y1={y + height} y2={y + height} stroke={theme.line} />
      {row.series !== undefined && (
        <SeriesMark index={row.series} x={6} y={textTop + 8.5} theme={theme} />
      )}
      {lines.map((line, index) => (
        <text
          key={line}
          x={row.series === undefined ? 0 : markWidth}
          y={textTop + index * lineHeight + 13}
          fill={theme.ink}
          fontWeight={weight}
        >
          {line}
        </text>
      ))}
      <RowAmount reais={row.middle} x={width} y={figuresTop + 13} theme={theme} />
      <RowCount count={row.count} x={width} y={figuresTop + lineHeight + 13} theme={theme} />
      <Range row={row} x={x} middle={middle} theme={theme} />
    </g>
  );
}

function Range({
  row: { lower, middle: median, upper, reach, isStrong, series },
  x,
  middle,
  theme,
}: {
  row: RangeRow;
  x: X;
  middle: number;
  theme: ChartTheme;
}) {
  if (lower === null || median === null || upper === null) return null;
  const ownColor = series === undefined ? undefined : seriesColor(series, theme);
  return (
    <>
      {reach && (
        <line
          x1={x(reach.lower)}
          x2={x(reach.upper)}
          y1={middle}
          y2={middle}
          stroke={ownColor ?? theme.barStrong}
          strokeWidth={2}
        />
      )}
      <rect
        x={x(lower)}
        y={middle - barHeight / 2}
        width={Math.max(x(upper) - x(lower), 2)}
        height={barHeight}
        rx={2}
        fill={ownColor ?? (isStrong ? theme.barStrong : theme.bar)}
      />
      <line
        x1={x(median)}
        x2={x(median)}
        y1={middle - barHeight / 2 - 4}
        y2={middle + barHeight / 2 + 4}
        stroke={theme.surface}
        // No halo where it would hide a short bar.
        strokeWidth={x(upper) - x(lower) < 20 ? 0 : 6}
      />
      <line
        x1={x(median)}
        x2={x(median)}
        y1={middle - barHeight / 2 - 4}
        y2={middle + barHeight / 2 + 4}
        stroke={theme.ink}
        strokeWidth={2.5}
      />
    </>
  );
}

function Axis({
  ticks,
  x,
  bottom,
  theme,
}: {
  ticks: readonly number[];
  x: X;
  bottom: number;
  theme: ChartTheme;
}) {
  return (
    <g fill={theme.muted} fontSize={12}>
      {ticks.map((reais) => (
        <g key={reais}>
          <line x1={x(reais)} x2={x(reais)} y1={bottom} y2={bottom + 5} stroke={theme.control} />
          <text x={x(reais)} y={bottom + 19} textAnchor="middle">
            {formatWholeReais(reais)}
          </text>
        </g>
      ))}
    </g>
  );
}
