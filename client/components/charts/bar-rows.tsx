import { formatWholeReais } from '../../../shared/words/format.ts';
import { BarMarks, BarTexts, letterWidth, lineHeight, valuesOf, type Bar } from './bar.tsx';
import type { ChartTheme } from './chart-theme.ts';
import type { Draw } from './chart.ts';
import { linearScale } from './linear-scale.ts';
import { SeriesMark } from './series.tsx';
import { spacedTicks, textWidth, wrapText } from './wrap-text.ts';

/** A group with one bar, or one for each compared series. */
export type BarRow = {
  key: string;
  label: string;
  /** The text of the tooltip and of the screen reader. */
  name: string;
  /** Whether this is the requested group. */
  isStrong?: boolean;
  bars: readonly Bar[];
};

/** How the axis writes its values, and the value that it always shows with a stronger line. */
type BarScale = { format: (value: number) => string; base?: number };

export const inReais: BarScale = { format: formatWholeReais };
export const inRatios: BarScale = {
  format: (ratio) => `${Math.round(ratio * 100)}\u00a0%`,
  base: 1,
};

type Layout = {
  width: number;
  isWide: boolean;
  hasSeveral: boolean;
  labelWidth: number;
  plotX: number;
  plotEnd: number;
  noteWidth: number;
  /** The height of a bar with its space. */
  lane: number;
};
type Placed = { row: BarRow; lines: readonly string[]; y: number; height: number; top: number };
type Span = readonly [from: number, to: number];
type X = (value: number) => number;

const axisHeight = 26;
const markWidth = 18;

/** Groups as rows on one scale: bars with their middles, figures beside them. */
export function drawBarRows(rows: readonly BarRow[], scale: BarScale): Draw {
  return (width, theme) => {
    const layout = layoutOf(rows, width);
    const placed = place(rows, layout);
    const last = placed.at(-1);
    const bottom = last === undefined ? 0 : last.y + last.height;
    const values = rows.flatMap(({ bars }) => bars.flatMap(valuesOf));
    const shown = values.length === 0 ? [] : [...values, scale.base ?? values[0] ?? 0];
    const [low, high] = [Math.min(...shown), Math.max(...shown)];
    const margin = low === high ? Math.max(low * 0.05, 0.05) : (high - low) * 0.05;
    const x = linearScale([low - margin, high + margin], [layout.plotX + 8, layout.plotEnd - 8]);
    return {
      height: bottom + (shown.length > 0 ? axisHeight : 0),
      marks: placed.map(({ row: { key, name }, y, height }) => ({
        key,
        name,
        box: { x: -4, y: y + 1, width: width + 8, height: height - 2 },
      })),
      picture: (
        <g fontSize={13}>
          {shown.length > 0 && (
            <Axis
              ticks={spacedTicks(x.ticks(5), x, width, scale.format)}
              scale={scale}
              x={x}
              spans={placed.flatMap((item) => lineSpans(item, layout))}
              bottom={bottom}
              theme={theme}
            />
          )}
          {placed.map((item) => (
            <Row key={item.row.key} item={item} x={x} layout={layout} theme={theme} />
          ))}
        </g>
      ),
    };
  };
}

function layoutOf(rows: readonly BarRow[], width: number): Layout {
  const bars = rows.flatMap((row) => row.bars);
  const isWide = width >= 560;
  const hasSeveral = rows.some((row) => row.bars.length > 1);
  const figureWidth = Math.max(0, ...bars.map(({ figure }) => textWidth(figure)));
  const noteWidth = Math.max(0, ...bars.map(({ note }) => textWidth(note, 12)));
  const figuresWidth = hasSeveral ? figureWidth + noteWidth + 12 : Math.max(figureWidth, noteWidth);
  const labelWidth = isWide ? Math.min(width * 0.34, 280) : width - figuresWidth - 12;
  return {
    width,
    isWide,
    hasSeveral,
    labelWidth,
    plotX: (isWide ? labelWidth + 16 : 0) + (hasSeveral ? letterWidth : 0),
    plotEnd: width - (isWide || hasSeveral ? figuresWidth + 16 : 0),
    noteWidth,
    lane: hasSeveral ? lineHeight : isWide ? 2 * lineHeight : 28,
  };
}

function place(
  rows: readonly BarRow[],
  { isWide, hasSeveral, labelWidth, lane }: Layout,
): Placed[] {
  let y = 0;
  return rows.map((row) => {
    const room = isMarked(row) ? markWidth : 0;
    const lines = wrapText(row.label, labelWidth - room);
    const bars = row.bars.length * lane;
    const text = Math.max(lines.length, isWide || hasSeveral ? 1 : 2) * lineHeight;
    const height = isWide ? Math.max(text, bars) + 12 : text + bars + 4;
    const top = isWide ? y + (height - bars) / 2 : y + height - bars;
    const item = { row, lines, y, height, top };
    y += height;
    return item;
  });
}

/**
 * Where a row has the lines of the axis. They cross no text: neither the label above the bars of a narrow drawing nor
 * the reason that stands in the place of a bar.
 */
function lineSpans({ row, y, height, top }: Placed, { isWide, lane }: Layout): Span[] {
  const hasReason = row.bars.some(({ reason }) => reason != null);
  if (!hasReason) return [[isWide ? y : top, y + height]];
  return row.bars.flatMap(({ reason }, index): Span[] =>
    reason == null ? [[top + index * lane, top + (index + 1) * lane]] : [],
  );
}

/** Whether the label has the mark of the row's series. */
const isMarked = ({ bars }: BarRow) => bars.length === 1 && bars[0]?.series !== undefined;

function Row({
  item: { row, lines, y, height, top },
  x,
  layout,
  theme,
}: {
  item: Placed;
  x: X;
  layout: Layout;
  theme: ChartTheme;
}) {
  const { width, isWide, lane } = layout;
  const [first] = row.bars;
  const textTop = isWide ? y + (height - lines.length * lineHeight) / 2 : y + 4;
  return (
    <g>
      <line x1={0} x2={width} y1={y + height} y2={y + height} stroke={theme.line} />
      {isMarked(row) && (
        <SeriesMark index={first?.series?.index ?? 0} x={6} y={textTop + 8.5} theme={theme} />
      )}
      {lines.map((line, index) => (
        <text
          key={line}
          x={isMarked(row) ? markWidth : 0}
          y={textTop + index * lineHeight + 13}
          fill={theme.ink}
          fontWeight={row.isStrong ? 600 : 400}
        >
          {line}
        </text>
      ))}
      {row.bars.map((bar, index) => {
        const middle = top + (index + 0.5) * lane;
        const own = { ...layout, middle, top: isWide ? middle - lineHeight : y + 4 };
        return (
          <g key={bar.series?.letter ?? row.key}>
            <BarTexts bar={bar} place={own} theme={theme} />
            <BarMarks bar={bar} isStrong={row.isStrong === true} place={own} x={x} theme={theme} />
          </g>
        );
      })}
    </g>
  );
}

function Axis({
  ticks,
  scale: { format, base },
  x,
  spans,
  bottom,
  theme,
}: {
  ticks: readonly number[];
  scale: BarScale;
  x: X;
  /** Where the lines are drawn, from top to bottom. */
  spans: readonly Span[];
  bottom: number;
  theme: ChartTheme;
}) {
  const lines = base === undefined || ticks.includes(base) ? ticks : [...ticks, base];
  return (
    <g fill={theme.muted} fontSize={12}>
      {lines.map((value) => (
        <g key={value}>
          {spans.map(([from, to]) => (
            <line
              key={from}
              x1={x(value)}
              x2={x(value)}
              y1={from}
              y2={to}
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
