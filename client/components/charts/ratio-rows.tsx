import { formatRatio } from '../../../shared/words/format.ts';
import { figureStyle, type ChartTheme } from './chart-theme.ts';
import type { Draw, Drawing } from './chart.ts';
import { linearScale } from './linear-scale.ts';
import { textWidth, wrapText } from './wrap-text.ts';

/** A group's ratios of one side to the other, 1 for equal; null where there is none. */
export type RatioRow = {
  key: string;
  label: string;
  first: number | null;
  second: number | null;
  /** A third ratio with its interval. */
  range: { lower: number; middle: number; upper: number } | null;
  /** Why the group has no ratio. */
  reason: string | null;
  /** The counts of each side, below the first ratio. */
  counts: string;
  /** Too few records to rely on: the counts are highlighted. */
  isSmall: boolean;
  /** The text of the tooltip and of the screen reader. */
  name: string;
};

type Geometry = {
  width: number;
  labelWidth: number;
  plotX: number;
  plotWidth: number;
  isWide: boolean;
};
type PlacedRow = { row: RatioRow; lines: readonly string[]; y: number; height: number };
type X = (ratio: number) => number;

const lineHeight = 17;
const plotHeight = 22;
const axisHeight = 26;
const tickWidth = 56;

/** Groups as rows on one scale with a line at equality: a dot, a ring, and a bar with its middle. */
export function drawRatioRows(rows: readonly RatioRow[]): Draw {
  return (width, theme) => {
    const counts = Math.max(0, ...rows.map((row) => textWidth(row.counts, 12)));
    const geometry = geometryOf(width, counts);
    const placed = placeRows(rows, geometry);
    const bottom = (placed.at(-1)?.y ?? 0) + (placed.at(-1)?.height ?? 0);
    const ratios = rows.flatMap(({ first, second, range }) =>
      [first, second, range?.lower, range?.upper].filter((ratio) => typeof ratio === 'number'),
    );
    const [low, high] = [Math.min(1, ...ratios), Math.max(1, ...ratios)];
    const margin = Math.max((high - low) * 0.05, 0.02);
    const { plotX, plotWidth } = geometry;
    const x = linearScale([low - margin, high + margin], [plotX + 8, plotX + plotWidth - 8]);
    const hasScale = ratios.length > 0;
    return {
      height: bottom + (hasScale ? axisHeight : 0),
      marks: marksOf(placed, width),
      picture: (
        <g fontSize={13}>
          {hasScale && (
            <Axis
              ticks={x.ticks(Math.max(2, Math.floor(plotWidth / tickWidth / 1.5)))}
              x={x}
              spans={geometry.isWide ? [[0, bottom]] : placed.map(plotSpan)}
              bottom={bottom}
              theme={theme}
            />
          )}
          {placed.map((item) => (
            <Row key={item.row.key} item={item} x={x} geometry={geometry} theme={theme} />
          ))}
        </g>
      ),
    };
  };
}

function geometryOf(width: number, figuresWidth: number): Geometry {
  const isWide = width >= 560;
  if (!isWide) {
    return { width, isWide, labelWidth: width - figuresWidth - 12, plotX: 0, plotWidth: width };
  }
  const labelWidth = Math.min(width * 0.34, 300);
  const plotX = labelWidth + 16;
  return { width, isWide, labelWidth, plotX, plotWidth: width - plotX - figuresWidth - 16 };
}

/** The part of a row on a narrow drawing that holds its marks, below its label. */
const plotSpan = ({ y, height }: PlacedRow): readonly [number, number] => [
  y + height - plotHeight - 4,
  y + height,
];

function placeRows(rows: readonly RatioRow[], { isWide, labelWidth }: Geometry): PlacedRow[] {
  let y = 0;
  return rows.map((row) => {
    const lines = wrapText(row.label, labelWidth);
    const textHeight = Math.max(lines.length, 2) * lineHeight;
    const height = textHeight + (isWide ? 12 : plotHeight + 10);
    const item = { row, lines, y, height };
    y += height;
    return item;
  });
}

const marksOf = (placed: readonly PlacedRow[], width: number): Drawing['marks'] =>
  placed.map(({ row, y, height }) => ({
    key: row.key,
    name: row.name,
    box: { x: -4, y: y + 1, width: width + 8, height: height - 2 },
  }));

function Row({
  item: { row, lines, y, height },
  x,
  geometry: { isWide, width, plotX },
  theme,
}: {
  item: PlacedRow;
  x: X;
  geometry: Geometry;
  theme: ChartTheme;
}) {
  const textTop = isWide ? y + (height - lines.length * lineHeight) / 2 : y + 4;
  const figuresTop = isWide ? y + (height - 2 * lineHeight) / 2 : y + 4;
  const middle = isWide ? y + height / 2 : y + height - plotHeight / 2 - 4;
  return (
    <g>
      <line x1={0} x2={width} y1={y + height} y2={y + height} stroke={theme.line} />
      <g>
        {lines.map((line, index) => (
          <text key={line} x={0} y={textTop + index * lineHeight + 13} fill={theme.ink}>
            {line}
          </text>
        ))}
        <g textAnchor="end" style={figureStyle}>
          <text x={width} y={figuresTop + 13} fill={theme.ink} fontWeight={600}>
            {row.first === null ? '—' : formatRatio(row.first)}
          </text>
          <text
            x={width}
            y={figuresTop + lineHeight + 13}
            fill={row.isSmall ? theme.warm : theme.muted}
            fontSize={12}
          >
            {row.counts}
          </text>
        </g>
      </g>
      {row.reason !== null && (
        <text x={plotX} y={middle + 4} fill={theme.muted} fontSize={12}>
          {row.reason}
        </text>
      )}
      <Marks row={row} x={x} middle={middle} theme={theme} />
    </g>
  );
}

function Marks({
  row: { first, second, range },
  x,
  middle,
  theme,
}: {
  row: RatioRow;
  x: X;
  middle: number;
  theme: ChartTheme;
}) {
  return (
    <>
      {range && (
        <>
          <rect
            x={x(range.lower)}
            y={middle - 5}
            width={Math.max(x(range.upper) - x(range.lower), 2)}
            height={10}
            rx={2}
            fill={theme.bar}
          />
          <line
            x1={x(range.middle)}
            x2={x(range.middle)}
            y1={middle - 9}
            y2={middle + 9}
            stroke={theme.ink}
            strokeWidth={2.5}
          />
        </>
      )}
      {second !== null && (
        <circle
          cx={x(second)}
          cy={middle}
          r={4.5}
          fill={theme.surface}
          stroke={theme.accent}
          strokeWidth={2}
        />
      )}
      {first !== null && (
        <circle
          cx={x(first)}
          cy={middle}
          r={5}
          fill={theme.accent}
          stroke={theme.surface}
          strokeWidth={1}
        />
      )}
    </>
  );
}

function Axis({
  ticks,
  x,
  spans,
  bottom,
  theme,
}: {
  ticks: readonly number[];
  x: X;
  /** Where the lines are drawn, from top to bottom: under labels they would cross the text. */
  spans: readonly (readonly [from: number, to: number])[];
  bottom: number;
  theme: ChartTheme;
}) {
  const lines = ticks.includes(1) ? ticks : [...ticks, 1];
  return (
    <g fill={theme.muted} fontSize={12}>
      {lines.map((ratio) => (
        <g key={ratio}>
          {spans.map(([from, to]) => (
            <line
              key={from}
              x1={x(ratio)}
              x2={x(ratio)}
              y1={from}
              y2={to}
              stroke={ratio === 1 ? theme.control : theme.line}
            />
          ))}
          {ticks.includes(ratio) && (
            <text x={x(ratio)} y={bottom + 18} textAnchor="middle">
              {`${Math.round(ratio * 100)}\u00a0%`}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}
