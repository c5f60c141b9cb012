import { scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { formatReais, formatWholeReais } from '../../../shared/words/format.ts';
import { percentile, type PreparedDistribution } from '../../../shared/statistics/percentile.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { Draw } from './chart.ts';
import { linearScale } from './linear-scale.ts';
import { seriesColor, SeriesMark, type Series } from './series.tsx';
import { spacedTicks, wrapText } from './wrap-text.ts';

type Point = { reais: number; share: number };
type Frame = {
  left: number;
  right: number;
  bottom: number;
  x: (reais: number) => number;
  y: (share: number) => number;
};

const [top, plotHeight, bottomHeight] = [14, 260, 44];
const axisCaption = 'salário por mês; distâncias iguais são proporções iguais';
const captionHeight = 15;
const shares = [0, 0.25, 0.5, 0.75, 1];
const percentText = (share: number) => `${share * 100}\u00a0%`;
/** The percentiles at which the lines have their marks: each at a different height, so that no labels overlap. */
const markedAt = [88, 74, 60, 46, 32];

/** The share of records up to each salary: a line for each series, through its percentiles, on a logarithmic axis. */
export function drawSeriesShares(
  series: readonly Series[],
  distributions: readonly (PreparedDistribution | null)[],
): Draw {
  const lines = distributions.map((distribution) =>
    distribution === null ? [] : pointsOf(distribution),
  );
  const salaries = lines.flat().map(({ reais }) => reais);
  return (width, theme) => {
    const [left, right, bottom] = [48, width - 12, top + plotHeight];
    const [low, high] = [Math.min(...salaries), Math.max(...salaries)];
    const x = scaleLog([low, Math.max(high, low * 1.2)], [left + 6, right - 6]);
    const y = linearScale([0, 1], [bottom, top]);
    const frame = { left, right, bottom, x, y };
    const caption = wrapText(axisCaption, right - left, 12);
    return {
      height: bottom + bottomHeight + (caption.length - 1) * captionHeight,
      marks: walked.map((percent) => ({
        key: String(percent),
        name: `Até ${percent}\u00a0% dos registros: ${readingAt(percent, lines, series)}`,
        box: {
          x: left,
          y: y((percent + 5) / 100),
          width: right - left,
          height: y(percent / 100) - y((percent + 10) / 100),
        },
      })),
      picture: (
        <g fontSize={12}>
          <ShareAxis ticks={shares} labelOf={percentText} plot={frame} theme={theme} />
          <Salaries ticks={roundAmounts(low, high)} caption={caption} frame={frame} theme={theme} />
          {lines.map((points, index) => (
            <Line
              key={series[index]?.label}
              points={points}
              index={index}
              frame={frame}
              theme={theme}
            />
          ))}
          {lines.map((points, index) => (
            <Label
              key={series[index]?.label}
              letter={series[index]?.label ?? ''}
              points={points}
              index={index}
              frame={frame}
              theme={theme}
            />
          ))}
        </g>
      ),
    };
  };
}

/** The percentiles that the keyboard and the pointer read. */
const walked = [10, 20, 30, 40, 50, 60, 70, 80, 90];

/** "A R$ 1.700,00; B R$ 1.900,00". */
function readingAt(
  percent: number,
  lines: readonly (readonly Point[])[],
  series: readonly Series[],
): string {
  return lines
    .flatMap((points, index) => {
      const point = points[percent - 1];
      return point === undefined
        ? []
        : [`${series[index]?.label ?? ''} ${formatReais(point.reais)}`];
    })
    .join('; ');
}

/** Percentiles 1 to 99, one point each. */
function pointsOf(distribution: PreparedDistribution): Point[] {
  return Array.from({ length: 99 }, (_, index) => ({
    reais: Math.max((percentile(distribution, (index + 1) * 100) ?? 0) / 100, 1),
    share: (index + 1) / 100,
  }));
}

/** A query's points and its index among the compared queries. */
type Curve = { points: readonly Point[]; index: number; frame: Frame; theme: ChartTheme };

function Line({ points, index, frame: { x, y }, theme }: Curve) {
  const path = line<Point>()
    .x(({ reais }) => x(reais))
    .y(({ share }) => y(share));
  return (
    <path
      d={path([...points]) ?? ''}
      fill="none"
      stroke={seriesColor(index, theme)}
      strokeWidth={2}
    />
  );
}

function Label({ letter, points, index, frame: { x, y }, theme }: Curve & { letter: string }) {
  const point = points[(markedAt[index] ?? 50) - 1];
  if (!point) return null;
  const [atX, atY] = [x(point.reais), y(point.share)];
  return (
    <g>
      <SeriesMark index={index} x={atX} y={atY} size={4.5} theme={theme} />
      <text
        x={atX - 9}
        y={atY + 4}
        textAnchor="end"
        fill={seriesColor(index, theme)}
        fontSize={13}
        fontWeight={600}
        // The lines of other series pass behind the letter.
        stroke={theme.surface}
        strokeWidth={4}
        paintOrder="stroke"
      >
        {letter}
      </text>
    </g>
  );
}

function Salaries({
  ticks,
  caption,
  frame: { right, bottom, x },
  theme,
}: {
  ticks: readonly number[];
  /** Its lines. */
  caption: readonly string[];
  frame: Frame;
  theme: ChartTheme;
}) {
  return (
    <g fill={theme.muted} textAnchor="middle">
      {spacedTicks(ticks, x, right + 8).map((reais) => (
        <g key={reais}>
          <line x1={x(reais)} x2={x(reais)} y1={bottom} y2={bottom + 5} stroke={theme.control} />
          <text x={x(reais)} y={bottom + 19}>
            {formatWholeReais(reais)}
          </text>
        </g>
      ))}
      {caption.map((text, index) => (
        <text key={text} x={right} y={bottom + 38 + index * captionHeight} textAnchor="end">
          {text}
        </text>
      ))}
    </g>
  );
}

/** Round amounts between two bounds: 1, 1.5, 2, 3, 5 and 7 of each power of ten. */
function roundAmounts(low: number, high: number): number[] {
  const powers = Array.from({ length: 10 }, (_, power) => 10 ** power);
  return powers
    .flatMap((power) => [1, 1.5, 2, 3, 5, 7].map((step) => step * power))
    .filter((reais) => reais >= low && reais <= high);
}

/** The lines of an axis of shares across a plot, each with its label on the left; the zero line is stronger. */
function ShareAxis({
  ticks,
  labelOf,
  plot: { left, right, y },
  theme,
}: {
  ticks: readonly number[];
  labelOf: (share: number) => string;
  plot: { left: number; right: number; y: (share: number) => number };
  theme: ChartTheme;
}) {
  return (
    <g fill={theme.muted} textAnchor="end">
      {ticks.map((share) => (
        <g key={share}>
          <line
            x1={left}
            x2={right}
            y1={y(share)}
            y2={y(share)}
            stroke={share === 0 ? theme.control : theme.line}
          />
          <text x={left - 8} y={y(share) + 4}>
            {labelOf(share)}
          </text>
        </g>
      ))}
    </g>
  );
}
