import type { GroupFigures } from '../../../shared/contracts/panels.ts';
import { formatCounted, formatReais } from '../../../shared/words/format.ts';
import { figureStyle, type ChartTheme } from './chart-theme.ts';
import { seriesColor } from './series.tsx';

/** A range with its middle, in the unit of the scale; null where there is none. */
export type Bar = {
  lower: number | null;
  middle: number | null;
  upper: number | null;
  /** The range that holds nearly all values, drawn as a thin line. */
  reach?: { lower: number; upper: number };
  /** Single values, drawn as a full and an empty point. */
  points?: { full: number | null; empty: number | null };
  /** The figure at the right edge, and the text below it; beside it in rows of several bars. */
  figure: string;
  note: string;
  /** Too few records to rely on: the note is highlighted. */
  isSmall?: boolean;
  /** Why there is nothing to draw. */
  reason?: string | null;
  /** A compared series: its index selects colour and mark; rows of several bars show its letter. */
  series?: { index: number; letter: string };
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
  note: formatCounted(count, 'registro', 'registros'),
});

/** The values that the scale must include. */
export const valuesOf = ({ lower, middle, upper, reach, points }: Bar): number[] =>
  [reach?.lower ?? lower, middle, reach?.upper ?? upper, points?.full, points?.empty].filter(
    (value) => typeof value === 'number',
  );

/** Pixels before a plot for the letters of series. */
export const letterWidth = 22;
export const lineHeight = 17;

/** Where a bar and its texts are drawn. */
type BarPlace = {
  /** The height of the middle of the bar, and of the top of its texts. */
  middle: number;
  top: number;
  /** Where the plot begins and the texts end. */
  plotX: number;
  width: number;
  /** Whether rows have several bars: lower bars, with their texts beside each other. */
  hasSeveral: boolean;
  noteWidth: number;
};

/** The texts of a bar: letter, figure and note. */
export function BarTexts({
  bar: { figure, note, isSmall, series },
  place: { middle, top, width, hasSeveral, plotX, noteWidth },
  theme,
}: {
  bar: Bar;
  place: BarPlace;
  theme: ChartTheme;
}) {
  const [figureAt, noteAt] = hasSeveral
    ? [
        { x: width - noteWidth - 12, y: middle + 4.5 },
        { x: width, y: middle + 4.5 },
      ]
    : [
        { x: width, y: top + 13 },
        { x: width, y: top + lineHeight + 13 },
      ];
  return (
    <>
      {hasSeveral && series && (
        <text
          x={plotX - letterWidth}
          y={middle + 4.5}
          fill={seriesColor(series.index, theme)}
          fontWeight={600}
        >
          {series.letter}
        </text>
      )}
      <g textAnchor="end" style={figureStyle}>
        <text {...figureAt} fill={theme.ink} fontWeight={600}>
          {figure}
        </text>
        <text {...noteAt} fill={isSmall ? theme.warm : theme.muted} fontSize={12}>
          {note}
        </text>
      </g>
    </>
  );
}

/** The bar itself, in a stronger colour for the requested group. */
export function BarMarks({
  bar: { lower, middle: value, upper, reach, points, reason, series },
  isStrong,
  place: { middle, plotX, hasSeveral },
  x,
  theme,
}: {
  bar: Bar;
  isStrong: boolean;
  place: BarPlace;
  x: (value: number) => number;
  theme: ChartTheme;
}) {
  const color = series && seriesColor(series.index, theme);
  const half = hasSeveral ? 4 : 6;
  const across = { y1: middle - half - 4, y2: middle + half + 4 };
  const [full, empty] = [points?.full ?? null, points?.empty ?? null];
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
            y={middle - half}
            width={Math.max(x(upper) - x(lower), 2)}
            height={2 * half}
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
      {empty !== null && (
        <circle
          cx={x(empty)}
          cy={middle}
          r={4.5}
          fill={theme.surface}
          stroke={theme.accent}
          strokeWidth={2}
        />
      )}
      {full !== null && (
        <circle cx={x(full)} cy={middle} r={5} fill={theme.accent} stroke={theme.surface} />
      )}
    </>
  );
}
