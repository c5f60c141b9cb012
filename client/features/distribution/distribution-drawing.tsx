import { statistics } from '../../../shared/statistics/catalogue.ts';
import { percentile, type PreparedDistribution } from '../../../shared/statistics/percentile.ts';
import { spikesOf, type Spike } from '../../../shared/statistics/spikes.ts';
import type { ChartTheme } from '../../components/charts/chart-theme.ts';
import type { Draw } from '../../components/charts/drawing.ts';
import { linearScale, type LinearScale } from '../../components/charts/linear-scale.ts';
import { Bars, CountLabels, DensityLine, Hairlines, MedianBand, Ticks } from './chart-marks.tsx';
import { densityOf, fewestForShape, type DensityPoint } from '../../lib/density.ts';
import { bandsOf, type Histogram } from '../../../shared/statistics/histogram.ts';
import type { Frame } from './frame.ts';
import { Labels } from './labels.tsx';
import {
  labelText,
  mergeMarkers,
  placeLabels,
  type Marker,
  type PlacedLabel,
} from './marker-labels.ts';

export type MinimumWageMark = { month: string; centavos: number };

/** Everything that the drawing shows. */
export type DistributionFigure = {
  distribution: PreparedDistribution;
  histogram: Histogram;
  density: readonly DensityPoint[];
  minimumWage: MinimumWageMark | null;
  /** Salaries that unusually many records have, those with most first. */
  spikes: readonly Spike[];
};

export type DistributionLayout = { frame: Frame; labels: readonly PlacedLabel[] };

const rowHeight = 20;
const axisHeight = 36;
const sideMargin = 14;

export function figureOf(
  distribution: PreparedDistribution,
  histogram: Histogram,
  minimumWage: MinimumWageMark | null,
): DistributionFigure {
  const density =
    distribution.count < fewestForShape ? [] : densityOf(distribution, bandsOf(histogram));
  const spikes = spikesOf(distribution, minimumWage?.centavos ?? null);
  return { distribution, histogram, density, minimumWage, spikes };
}

/** The whole drawing, without the handle. */
export function drawDistribution(figure: DistributionFigure): Draw {
  return (width, theme) => {
    const layout = layoutOf(figure, width);
    return {
      height: layout.frame.height,
      marks: [],
      picture: (
        <>
          <StillMarks figure={figure} layout={layout} theme={theme} />
          <Ticks frame={layout.frame} theme={theme} />
        </>
      ),
    };
  };
}

/** All that stays where it is while the handle moves. */
export function StillMarks({
  figure: { distribution, histogram, density },
  layout: { frame, labels },
  theme,
}: {
  figure: DistributionFigure;
  layout: DistributionLayout;
  theme: ChartTheme;
}) {
  return (
    <>
      <Hairlines frame={frame} theme={theme} />
      <Bars frame={frame} bins={histogram.bins} middle={middleHalf(distribution)} theme={theme} />
      <DensityLine frame={frame} points={density} theme={theme} />
      <MedianBand frame={frame} distribution={distribution} theme={theme} />
      <Labels frame={frame} labels={labels} rowHeight={rowHeight} theme={theme} />
      <CountLabels frame={frame} theme={theme} />
    </>
  );
}

export function layoutOf(figure: DistributionFigure, width: number): DistributionLayout {
  const { histogram, density } = figure;
  const x = scaleX(histogram, width);
  const labels = labelsOf(figure, x, width);
  const rows = labels.reduce((most, label) => Math.max(most, label.row + 1), 0);
  const top = rows * rowHeight + 12;
  const bottom = top + (width < 560 ? 220 : 340);
  const tallest = Math.max(
    ...histogram.bins.map((bin) => bin.count),
    ...density.map((point) => point.count),
  );
  const y = linearScale([0, tallest * 1.04], [bottom, top]);
  return { labels, frame: { width, height: bottom + axisHeight, top, bottom, x, y } };
}

function scaleX({ bins }: Histogram, width: number): LinearScale {
  const [first, last] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1];
  return linearScale([first, last], [sideMargin, Math.max(width - sideMargin, sideMargin + 1)]);
}

function middleHalf(distribution: PreparedDistribution): { from: number; to: number } {
  return {
    from: percentile(distribution, 2500) ?? 0,
    to: percentile(distribution, 7500) ?? 0,
  };
}

/** The markers inside of the window, merged where they coincide and placed where they can be read. */
function labelsOf(
  { distribution, minimumWage, spikes }: DistributionFigure,
  x: LinearScale,
  width: number,
): PlacedLabel[] {
  const [from, to] = x.domain;
  const inside = [
    ...markersOf(distribution, minimumWage),
    ...spikes.slice(0, width < 560 ? 0 : 3).map(spikeMarker),
  ].filter(({ centavos }) => centavos >= from && centavos <= to);
  return placeLabels(
    mergeMarkers(inside),
    (marker) => x(marker.centavos),
    // About seven pixels a character at this size; a little more keeps neighbours apart.
    (marker) => labelText(marker).length * 6.8 + 6,
    width,
  );
}

function spikeMarker({ centavos, share }: Spike): Marker {
  return { key: `spike-${centavos}`, label: '', centavos, isMain: false, share };
}

function markersOf(
  distribution: PreparedDistribution,
  minimumWage: MinimumWageMark | null,
): Marker[] {
  const at = (tenThousandths: number) => percentile(distribution, tenThousandths) ?? 0;
  const minimum = minimumWage && {
    key: 'minimum',
    label: 'salário mínimo',
    centavos: minimumWage.centavos,
    isMain: false,
  };
  return [
    ...(minimum ? [minimum] : []),
    { key: 'p10', label: statistics.p10.label, centavos: at(1000), isMain: false },
    { key: 'q1', label: statistics.p25.label, centavos: at(2500), isMain: false },
    { key: 'median', label: 'mediana', centavos: at(5000), isMain: true },
    { key: 'q3', label: statistics.p75.label, centavos: at(7500), isMain: false },
    { key: 'p90', label: statistics.p90.label, centavos: at(9000), isMain: false },
  ];
}
