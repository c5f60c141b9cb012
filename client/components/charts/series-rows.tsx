import { nice } from 'd3-array';
import { formatWholeReais } from '../../../shared/words/format.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { Draw } from './chart.ts';
import { linearScale } from './linear-scale.ts';
import { RowAmount, RowCount } from './row-figures.tsx';
import { seriesColor, type Series } from './series.tsx';
import { spacedAmounts, textWidth, wrapText } from './wrap-text.ts';

/** A series' figures in a group, in reais; null where there are too few records. */
export type SeriesValue = {
  count: number;
  lower: number | null;
  middle: number | null;
  upper: number | null;
};

/** A group with the figures of each series, in the order of the series. */
export type SeriesGroup = { key: string; label: string; values: readonly SeriesValue[] };

type Placed = { group: SeriesGroup; lines: readonly string[]; y: number; height: number };
type Plot = { left: number; right: number; x: (reais: number) => number };

const rowHeight = 16;
const lineHeight = 17;
const barHeight = 8;
const medianWidth = 92;
const countWidth = 116;

/** The same groups of several queries as rows on one scale: bar from quartile to quartile, line at the median. */
export function drawSeriesRows(series: readonly Series[], groups: readonly SeriesGroup[]): Draw {
  return (width, theme) => {
    const longest = Math.max(...groups.map(({ label }) => textWidth(label)), 0);
    const labelWidth = Math.min(width * 0.3, 240, longest);
    const placed = place(groups, labelWidth);
    const bottom = (placed.at(-1)?.y ?? 0) + (placed.at(-1)?.height ?? 0);
    const bounds = groups.flatMap(({ values }) =>
      values.flatMap(({ lower, upper }) => [lower, upper].filter((reais) => reais !== null)),
    );
    const [left, right] = [labelWidth + 34, width - medianWidth - countWidth];
    const x = linearScale(nice(Math.min(...bounds), Math.max(...bounds), 5), [left, right]);
    const plot = { left, right, x };
    return {
      height: bottom + (bounds.length > 0 ? 26 : 0),
      marks: [],
      picture: (
        <g fontSize={13}>
          {bounds.length > 0 && (
            <Axis ticks={x.ticks(4)} plot={plot} bottom={bottom} theme={theme} />
          )}
          {placed.map((item) => (
            <Group
              key={item.group.key}
              item={item}
              series={series}
              plot={plot}
              width={width}
              theme={theme}
            />
          ))}
        </g>
      ),
    };
  };
}

function place(groups: readonly SeriesGroup[], labelWidth: number): Placed[] {
  let y = 0;
  return groups.map((group) => {
    const lines = wrapText(group.label, labelWidth);
    const height = Math.max(lines.length * lineHeight, valuesOf(group).length * rowHeight) + 12;
    const item = { group, lines, y, height };
    y += height;
    return item;
  });
}

/** The series that have records in a group; the others need no row. */
function valuesOf({ values }: SeriesGroup) {
  return values.map((value, index) => ({ value, index })).filter(({ value }) => value.count > 0);
}

function Group({
  item: { group, lines, y, height },
  series,
  plot,
  width,
  theme,
}: {
  item: Placed;
  series: readonly Series[];
  plot: Plot;
  width: number;
  theme: ChartTheme;
}) {
  return (
    <g>
      <line x1={0} x2={width} y1={y + height} y2={y + height} stroke={theme.line} />
      {lines.map((line, index) => (
        <text key={line} x={0} y={y + 6 + index * lineHeight + 13} fill={theme.ink}>
          {line}
        </text>
      ))}
      {valuesOf(group).map(({ value, index }, row) => (
        <Row
          key={series[index]?.label}
          letter={series[index]?.label ?? ''}
          index={index}
          value={value}
          middle={y + 6 + (row + 0.5) * rowHeight}
          plot={plot}
          width={width}
          theme={theme}
        />
      ))}
    </g>
  );
}

function Row({
  letter,
  index,
  value: { count, lower, middle: median, upper },
  middle,
  plot: { left, x },
  width,
  theme,
}: {
  letter: string;
  index: number;
  value: SeriesValue;
  middle: number;
  plot: Plot;
  width: number;
  theme: ChartTheme;
}) {
  const color = seriesColor(index, theme);
  return (
    <g>
      <text x={left - 22} y={middle + 4.5} fill={color} fontWeight={600}>
        {letter}
      </text>
      {lower !== null && upper !== null && median !== null && (
        <>
          <rect
            x={x(lower)}
            y={middle - barHeight / 2}
            width={Math.max(x(upper) - x(lower), 2)}
            height={barHeight}
            rx={2}
            fill={color}
            opacity={0.55}
          />
          <line
            x1={x(median)}
            x2={x(median)}
            y1={middle - barHeight / 2 - 3}
            y2={middle + barHeight / 2 + 3}
            stroke={theme.ink}
            strokeWidth={2.5}
          />
        </>
      )}
      <RowAmount reais={median} x={width - countWidth} y={middle + 4.5} theme={theme} />
      <RowCount count={count} x={width} y={middle + 4.5} theme={theme} />
    </g>
  );
}

function Axis({
  ticks,
  plot: { right, x },
  bottom,
  theme,
}: {
  ticks: readonly number[];
  plot: Plot;
  bottom: number;
  theme: ChartTheme;
}) {
  return (
    <g fill={theme.muted} fontSize={12}>
      {spacedAmounts(ticks, x, right + 24).map((reais) => (
        <g key={reais}>
          <line x1={x(reais)} x2={x(reais)} y1={0} y2={bottom} stroke={theme.line} />
          <text x={x(reais)} y={bottom + 18} textAnchor="middle">
            {formatWholeReais(reais)}
          </text>
        </g>
      ))}
    </g>
  );
}
