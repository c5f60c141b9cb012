import {
  countAtOrBelow,
  percentile,
  type PreparedDistribution,
} from '../../shared/statistics/percentile.ts';
import type { Bands } from '../../shared/statistics/histogram.ts';

export type DensityPoint = { centavos: number; count: number };

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
