import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { useMemo, useRef } from 'react';
import { percentile, type PreparedDistribution } from '../../../shared/percentile.ts';
import { formatCentavos } from '../../../shared/format.ts';
import { useWidth } from '../../lib/use-width.ts';
import { Axis, Bars, CountLabels, DensityLine, MedianBand } from './chart-marks.tsx';
import { densityOf, fewestForShape } from './density.ts';
import type { MinimumWageMark } from './distribution-panel.tsx';
import type { Histogram } from './histogram.ts';
import { Labels } from './labels.tsx';
import { mergeMarkers, placeLabels, type Marker, type PlacedLabel } from './marker-labels.ts';
import { handlePosition, PercentileHandle } from './percentile-handle.tsx';
import type { Position, Reading } from './reading.ts';

export type Scale = ScaleLinear<number, number>;
export type Frame = {
  width: number;
  height: number;
  top: number;
  bottom: number;
  x: Scale;
  y: Scale;
};

const rowHeight = 20;
const axisHeight = 36;
const sideMargin = 14;

/** Histogram, density line and direct labels; the handle lies over them. */
export function DistributionChart({
  distribution,
  histogram,
  minimumWage,
  reading,
  onPosition,
}: {
  distribution: PreparedDistribution;
  histogram: Histogram;
  minimumWage: MinimumWageMark | null;
  reading: Reading;
  onPosition: (position: Position) => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const width = useWidth(container);
  const density = useMemo(
    () => (distribution.count < fewestForShape ? [] : densityOf(distribution, histogram)),
    [distribution, histogram],
  );
  const plotHeight = width < 560 ? 220 : 340;
  const x = scaleX(histogram, width);
  const labels = useMemo(
    () => labelsOf(distribution, histogram, minimumWage, width),
    [distribution, histogram, minimumWage, width],
  );
  const rows = labels.reduce((most, label) => Math.max(most, label.row + 1), 0);
  const top = rows * rowHeight + 12;
  const bottom = top + plotHeight;
  const tallest = Math.max(
    ...histogram.bins.map((bin) => bin.count),
    ...density.map((point) => point.count),
  );
  const y = scaleLinear([0, tallest * 1.04], [bottom, top]);
  const frame: Frame = { width, height: bottom + axisHeight, top, bottom, x, y };

  return (
    <div ref={container} className="relative" style={{ height: frame.height }}>
      {width > 0 && (
        <>
          <svg aria-hidden width={width} height={frame.height} className="block overflow-visible">
            <Axis frame={frame} handleAt={handlePosition(frame, reading.centavos)} />
            <Bars frame={frame} bins={histogram.bins} middle={middleHalf(distribution)} />
            <DensityLine frame={frame} points={density} />
            <MedianBand frame={frame} distribution={distribution} />
            <Labels frame={frame} labels={labels} rowHeight={rowHeight} />
            <CountLabels frame={frame} />
          </svg>
          <PercentileHandle frame={frame} reading={reading} onPosition={onPosition} />
        </>
      )}
    </div>
  );
}

function scaleX({ bins }: Histogram, width: number): Scale {
  const [first, last] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1];
  return scaleLinear([first, last], [sideMargin, Math.max(width - sideMargin, sideMargin + 1)]);
}

function middleHalf(distribution: PreparedDistribution): { from: number; to: number } {
  return {
    from: percentile(distribution, 2500) ?? 0,
    to: percentile(distribution, 7500) ?? 0,
  };
}

/** The markers inside of the window, merged where they coincide and placed where they can be read. */
function labelsOf(
  distribution: PreparedDistribution,
  histogram: Histogram,
  minimumWage: MinimumWageMark | null,
  width: number,
): PlacedLabel[] {
  const at = (tenThousandths: number) => percentile(distribution, tenThousandths) ?? 0;
  const markers: Marker[] = [
    ...(minimumWage
      ? [
          {
            key: 'minimum',
            label: 'salário mínimo',
            centavos: minimumWage.centavos,
            isMain: false,
          },
        ]
      : []),
    { key: 'p10', label: 'P10', centavos: at(1000), isMain: false },
    { key: 'q1', label: 'Q1', centavos: at(2500), isMain: false },
    { key: 'median', label: 'mediana', centavos: at(5000), isMain: true },
    { key: 'q3', label: 'Q3', centavos: at(7500), isMain: false },
    { key: 'p90', label: 'P90', centavos: at(9000), isMain: false },
  ];
  const x = scaleX(histogram, width);
  const [from = 0, to = 0] = x.domain();
  const inside = markers.filter(({ centavos }) => centavos >= from && centavos <= to);
  return placeLabels(
    mergeMarkers(inside),
    (marker) => x(marker.centavos),
    // About seven pixels a character at this size; a little more keeps neighbours apart.
    (marker) => `${marker.label} ${formatCentavos(marker.centavos)}`.length * 6.8 + 6,
    width,
  );
}
