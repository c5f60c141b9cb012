import type { GroupFigures } from '../../../shared/contracts/panels.ts';
import { formatReais, formatWholeReais, formatRecords } from '../../../shared/words/format.ts';
import { figureStyle, type ChartTheme } from './chart-theme.ts';
import type { Draw } from './chart.ts';
import { linearScale, type LinearScale } from './linear-scale.ts';
import { seriesColor, SeriesMark } from './series.tsx';
import { spacedTicks, textWidth, wrapText } from './wrap-text.ts';

/** A group with its bar. */
export type BarRow = {
  key: string;
  label: string;
  /** The text of the tooltip and of the screen reader. */
  name: string;
  /** Whether this is the requested group. */
  isStrong?: boolean;
  bar: Bar;
};

/** A range with its middle, in the unit of the scale; null where there is none. */
type Bar = {
  lower: number | null;
  middle: number | null;
  upper: number | null;
  /** The range that holds nearly all values, drawn as a thin line. */
  reach?: { lower: number; upper: number };
  /** A single value, drawn as a point. */
  point?: number | null;
  /** The figure at the right edge, and the text below it. */
  figure: string;
  note: string;
  /** Too few records to rely on: the note is highlighted. */
  isSmall?: boolean;
  /** Why there is nothing to draw. */
  reason?: string | null;
  /** The index of a compared series, which selects colour and mark. */
  series?: number;
};

/** Quartiles, median and record count of a group. */
export const salaryBar = ({
  count,
  p25,
  median,
  p75,
}: Pick<GroupFigures, 'count' | 'p25' | 'median' | 'p75'>): Bar => ({
  lower: p25,
  middle: median,
  upper: p75,
  figure: median === null ? '—' : formatReais(median),
  note: formatRecords(count),
});

/** The values of the axis and how it writes them, and the value that it always shows with a stronger line. */
type BarScale = {
  ticksOf: (x: LinearScale) => number[];
  format: (value: number) => string;
  base?: number;
};

export const inReais: BarScale = { ticksOf: (x) => x.wholeTicks(5), format: formatWholeReais };

type Layout = {
  width: number;
  isWide: boolean;
  labelWidth: number;
  plotX: number;
  plotEnd: number;
};
type Placed = { row: BarRow; lines: readonly string[]; y: number; height: number };
/** The plot of all rows: their layout, the scale and the colours. */
type Plot = Layout & { x: LinearScale; theme: ChartTheme };

const lineHeight = 17;
const barHeight = 28;
const axisHeight = 26;
const markWidth = 18;

/** Groups as rows on one scale: bars with their middles, figures beside them. */
export function drawBarRows(rows: readonly BarRow[], scale: BarScale): Draw {
  return (width, theme) => {
    const layout = layoutOf(rows, width);
    const placed = place(rows, layout);
    const last = placed.at(-1);
    const bottom = last === undefined ? 0 : last.y + last.height;
    const values = rows.flatMap(({ bar }) => valuesOf(bar));
    const shown = values.length === 0 ? [] : [...values, scale.base ?? values[0] ?? 0];
    const [low, high] = [Math.min(...shown), Math.max(...shown)];
    const margin = low === high ? Math.max(low * 0.05, 0.05) : (high - low) * 0.05;
    const x = linearScale([low - margin, high + margin], [layout.plotX + 8, layout.plotEnd - 8]);
    const plot = { ...layout, x, theme };
    return {
      height: bottom + (shown.length > 0 ? axisHeight : 0),
      marks: placed.map(({ row: { key, name }, y, height }) => ({
        key,
        name,
        box: { x: -4, y: y + 1, width: width + 8, height: height - 2 },
      })),
      picture: (
        <g fontSize={13}>
          {shown.length > 0 && <Axis plot={plot} scale={scale} placed={placed} bottom={bottom} />}
          {placed.map((item) => (
            <Row key={item.row.key} item={item} plot={plot} />
          ))}
        </g>
      ),
    };
  };
}

/** The values that the scale must include. */
const valuesOf = ({ lower, middle, upper, reach, point }: Bar): number[] =>
  [reach?.lower ?? lower, middle, reach?.upper ?? upper, point].filter(
    (value) => typeof value === 'number',
  );

function layoutOf(rows: readonly BarRow[], width: number): Layout {
  const isWide = width >= 560;
  const figuresWidth = Math.max(
    0,
    ...rows.flatMap(({ bar }) => [textWidth(bar.figure), textWidth(bar.note, 12)]),
  );
  const labelWidth = isWide ? Math.min(width * 0.34, 280) : width;
  return {
    width,
    isWide,
    labelWidth,
    plotX: isWide ? labelWidth + 16 : 0,
    plotEnd: width - (isWide ? figuresWidth + 16 : 0),
  };
}

function place(rows: readonly BarRow[], { isWide, labelWidth }: Layout): Placed[] {
  let y = 0;
  return rows.map((row) => {
    const room = row.bar.series === undefined ? 0 : markWidth;
    const lines = wrapText(row.label, labelWidth - room);
    const height = isWide
      ? Math.max(lines.length, 2) * lineHeight + 12
      : (lines.length + 1) * lineHeight + barHeight + 4;
    const item = { row, lines, y, height };
    y += height;
    return item;
  });
}

function Row({ item: { row, lines, y, height }, plot }: { item: Placed; plot: Plot }) {
  const { width, isWide, theme } = plot;
  const { figure, note, isSmall, series } = row.bar;
  const middle = isWide ? y + height / 2 : y + height - barHeight / 2;
  const textTop = isWide ? middle - (lines.length * lineHeight) / 2 : y + 4;
  const figureTop = isWide ? middle - lineHeight : textTop + lines.length * lineHeight;
  return (
    <g>
      <line x1={0} x2={width} y1={y + height} y2={y + height} stroke={theme.line} />
      {series !== undefined && <SeriesMark index={series} x={6} y={textTop + 8.5} theme={theme} />}
      {lines.map((line, index) => (
        <text
          key={line}
          x={series === undefined ? 0 : markWidth}
          y={textTop + index * lineHeight + 13}
          fill={theme.ink}
          fontWeight={row.isStrong ? 600 : 400}
        >
          {line}
        </text>
      ))}
      <g textAnchor="end" style={figureStyle}>
        <text x={width} y={figureTop + 13} fill={theme.ink} fontWeight={600}>
          {figure}
        </text>
        <text
          x={isWide ? width : 0}
          y={figureTop + (isWide ? lineHeight : 0) + 13}
          textAnchor={isWide ? 'end' : 'start'}
          fill={isSmall ? theme.warm : theme.muted}
          fontSize={12}
        >
          {note}
        </text>
      </g>
      <BarMarks row={row} middle={middle} plot={plot} />
    </g>
  );
}

/** The bar itself, in a stronger colour for the requested group. */
function BarMarks({
  row: { bar, isStrong = false },
  middle,
  plot: { plotX, x, theme },
}: {
  row: BarRow;
  middle: number;
  plot: Plot;
}) {
  const { lower, middle: value, upper, reach, point = null, reason, series } = bar;
  const color = series === undefined ? undefined : seriesColor(series, theme);
  const across = { y1: middle - 10, y2: middle + 10 };
  return (
    <>
      {reason != null && (
        <text x={plotX} y={middle + 4} fill={theme.muted} fontSize={12}>
          {reason}
        </text>
      )}
      {reach && (
        <line
          x1={x(reach.lower)}
          x2={x(reach.upper)}
          y1={middle}
          y2={middle}
          stroke={color ?? theme.barStrong}
          strokeWidth={2}
        />
      )}
      {lower !== null && value !== null && upper !== null && (
        <>
          <rect
            x={x(lower)}
            y={middle - 6}
            width={Math.max(x(upper) - x(lower), 2)}
            height={12}
            rx={2}
            fill={color ?? (isStrong ? theme.barStrong : theme.bar)}
          />
          {/* No halo where it would hide a short bar. */}
          {x(upper) - x(lower) >= 20 && (
            <line x1={x(value)} x2={x(value)} {...across} stroke={theme.surface} strokeWidth={6} />
          )}
          <line x1={x(value)} x2={x(value)} {...across} stroke={theme.ink} strokeWidth={2.5} />
        </>
      )}
      {point !== null && (
        <circle cx={x(point)} cy={middle} r={5} fill={theme.accent} stroke={theme.surface} />
      )}
    </>
  );
}

/** Its lines cross no text: neither the label above a narrow bar nor the reason in the place of a bar. */
function Axis({
  plot: { x, width, isWide, theme },
  scale: { ticksOf, format, base },
  placed,
  bottom,
}: {
  plot: Plot;
  scale: BarScale;
  placed: readonly Placed[];
  bottom: number;
}) {
  const ticks = spacedTicks(ticksOf(x), x, width, format);
  const lines = base === undefined || ticks.includes(base) ? ticks : [...ticks, base];
  const crossed = placed.filter(({ row }) => row.bar.reason == null);
  return (
    <g fill={theme.muted} fontSize={12}>
      {lines.map((value) => (
        <g key={value}>
          {crossed.map(({ y, height }) => (
            <line
              key={y}
              x1={x(value)}
              x2={x(value)}
              y1={isWide ? y : y + height - barHeight}
              y2={y + height}
              stroke={value === base ? theme.control : theme.line}
            />
          ))}
          {ticks.includes(value) && (
            <text x={x(value)} y={bottom + 18} textAnchor="middle">
              {format(value)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}
