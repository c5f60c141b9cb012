import { area, line } from 'd3-shape';
import type { Bands } from '../../../shared/statistics/histogram.ts';
import { formatShare, formatWholeReais } from '../../../shared/words/format.ts';
import type { ChartTheme } from '../../components/charts/chart-theme.ts';
import type { Draw } from '../../components/charts/chart.ts';
import { linearScale } from '../../components/charts/linear-scale.ts';
import { seriesColor, SeriesMark } from '../../components/charts/series.tsx';
import { ShareAxis } from '../../components/charts/share-axis.tsx';
import { spacedAmounts } from '../../components/charts/wrap-text.ts';
import {
  countAtOrBelow,
  percentile,
  type PreparedDistribution,
} from '../../../shared/statistics/percentile.ts';

type Point = { centavos: number; share: number };
export type DensityCurve = {
  /** The index among the selections; it sets the colour and the mark. */
  place: number;
  letter: string;
  /** Centavos. */
  median: number;
  points: readonly Point[];
};

/** The text of a band in the tooltip and for screen readers. */
type BandName = { key: string; index: number; name: string };

type Frame = { left: number; right: number; bottom: number; x: Scale; y: Scale };
type Scale = (value: number) => number;

const top = 34;
const axisHeight = 44;
const shareText = (share: number) => (share === 0 ? '0' : formatShare(share));

/** Curves over each other on one salary axis, each with its letter above its peak and its median on the axis. */
export function drawDensities(
  curves: readonly DensityCurve[],
  { from, width: bandWidth, count }: Bands,
  bands: readonly BandName[],
): Draw {
  return (width, theme) => {
    const isWide = width >= 560;
    const [left, right, bottom] = [isWide ? 58 : 46, width - 12, top + (isWide ? 260 : 200)];
    const x = linearScale([from, from + bandWidth * count], [left, right]);
    const tallest = Math.max(...curves.flatMap(({ points }) => points.map(({ share }) => share)));
    const y = linearScale([0, tallest * 1.02], [bottom, top]);
    const frame = { left, right, bottom, x, y };
    return {
      height: bottom + axisHeight,
      marks: bands.map(({ key, index, name }) => ({
        key,
        name,
        box: {
          x: x(from + index * bandWidth),
          y: top - 10,
          width: x(bandWidth) - x(0),
          height: bottom - top + 10,
        },
      })),
      picture: (
        <g fontSize={12}>
          <ShareAxis ticks={y.ticks(4)} labelOf={shareText} plot={frame} theme={theme} />
          {curves.map((curve) => (
            <Curve key={curve.letter} curve={curve} frame={frame} theme={theme} />
          ))}
          <Salaries ticks={x.ticks(6)} frame={frame} width={width} theme={theme} />
          {peaksOf(curves, frame).map(({ letter, place, atX, atY, labelX }) => (
            <g key={letter}>
              <path
                d={`M${labelX},18L${atX},${atY}`}
                stroke={seriesColor(place, theme)}
                opacity={0.6}
              />
              <text
                x={labelX}
                y={14}
                textAnchor="middle"
                fontSize={14}
                fontWeight={600}
                fill={seriesColor(place, theme)}
              >
                {letter}
              </text>
            </g>
          ))}
        </g>
      ),
    };
  };
}

const letterGap = 18;

/** The letters in a row above all curves, in the order of their peaks, spaced so that they do not overlap. */
function peaksOf(curves: readonly DensityCurve[], { left, right, x, y }: Frame) {
  const peaks = curves
    .map(({ letter, place, points }) => {
      const peak = points.reduce((best, point) => (point.share > best.share ? point : best), {
        centavos: 0,
        share: -1,
      });
      return { letter, place, atX: x(peak.centavos), atY: y(peak.share) };
    })
    .toSorted((one, other) => one.atX - other.atX);
  let next = left;
  return peaks.map((peak, index) => {
    const last = right - (peaks.length - 1 - index) * letterGap;
    const labelX = Math.min(Math.max(peak.atX, next), last);
    next = labelX + letterGap;
    return { ...peak, labelX };
  });
}

function Curve({
  curve: { place, median, points },
  frame: { bottom, x, y },
  theme,
}: {
  curve: DensityCurve;
  frame: Frame;
  theme: ChartTheme;
}) {
  const color = seriesColor(place, theme);
  const outline = line<Point>()
    .x(({ centavos }) => x(centavos))
    .y(({ share }) => y(share));
  const fill = area<Point>()
    .x(({ centavos }) => x(centavos))
    .y0(bottom)
    .y1(({ share }) => y(share));
  return (
    <g>
      <path d={fill([...points]) ?? ''} fill={color} opacity={0.08} />
      <path d={outline([...points]) ?? ''} fill="none" stroke={color} strokeWidth={2} />
      <SeriesMark index={place} x={x(median)} y={bottom} size={5} theme={theme} />
    </g>
  );
}

function Salaries({
  ticks,
  frame: { bottom, x },
  width,
  theme,
}: {
  ticks: readonly number[];
  frame: Frame;
  width: number;
  theme: ChartTheme;
}) {
  const inReais = ticks.map((centavos) => centavos / 100);
  return (
    <g fill={theme.muted} textAnchor="middle">
      {spacedAmounts(inReais, (reais) => x(reais * 100), width).map((reais) => (
        <g key={reais}>
          <line
            x1={x(reais * 100)}
            x2={x(reais * 100)}
            y1={bottom}
            y2={bottom + 8}
            stroke={theme.control}
          />
          <text x={x(reais * 100)} y={bottom + 23}>
            {formatWholeReais(reais)}
          </text>
        </g>
      ))}
      <text x={width - 12} y={bottom + 40} textAnchor="end">
        salário por mês
      </text>
    </g>
  );
}

type DensityPoint = { centavos: number; count: number };

/** With fewer records, a smooth line would suggest a shape that the data does not support. */
export const fewestForShape = 30;

const cellsPerBand = 4;
const reach = 3.5;

/**
 * A Gaussian kernel density in units of bands: the number of records that a band around each salary would have. It is
 * drawn to show the shape; no figure is read from it.
 */
export function densityOf(
  distribution: PreparedDistribution,
  { from: start, width, count: bands }: Bands,
): DensityPoint[] {
  const cell = width / cellsPerBand;
  const bandwidth = bandwidthOf(distribution, width);
  const margin = Math.ceil((reach * bandwidth) / cell);
  const cellCount = bands * cellsPerBand;
  const weights = cellWeights(distribution, start - margin * cell, cell, cellCount + 2 * margin);
  const kernel = Array.from({ length: margin + 1 }, (_, distance) =>
    Math.exp(-(((distance * cell) / bandwidth) ** 2) / 2),
  );
  const scale = width / (bandwidth * Math.sqrt(2 * Math.PI));
  return Array.from({ length: cellCount }, (_, index) => {
    let sum = 0;
    for (let offset = -margin; offset <= margin; offset++) {
      sum += (weights[index + margin + offset] ?? 0) * (kernel[Math.abs(offset)] ?? 0);
    }
    return { centavos: start + (index + 0.5) * cell, count: sum * scale };
  });
}

/** Silverman's rule on the quartiles, with a lower limit so that the line does not follow single bars. */
function bandwidthOf(distribution: PreparedDistribution, width: number): number {
  const at = (tenThousandths: number) => percentile(distribution, tenThousandths) ?? 0;
  const silverman = (0.9 * (at(7500) - at(2500))) / 1.34 / distribution.count ** 0.2;
  return Math.max(silverman, width * 0.8);
}

function cellWeights(
  distribution: PreparedDistribution,
  start: number,
  cell: number,
  count: number,
): number[] {
  const atEdge = (index: number) =>
    countAtOrBelow(distribution, Math.ceil(start + index * cell) - 1);
  return Array.from({ length: count }, (_, index) => atEdge(index + 1) - atEdge(index));
}
