import type { ChartTheme } from '../../components/charts/chart-theme.ts';
import type { Draw } from '../../components/charts/chart.ts';
import { linearScale, type LinearScale } from '../../components/charts/linear-scale.ts';
import { Bars, CountLabels, Hairlines, Ticks, type Frame } from './chart-marks.tsx';
import type { Histogram } from '../../../shared/statistics/histogram.ts';
import type { DrawnDistribution } from './drawn-distribution.ts';
import { placeLabels, type Marker, type PlacedLabel } from './marker-labels.ts';
import { formatCentavos } from '../../../shared/words/format.ts';

export type MinimumWageMark = { month: string; centavos: number };

export type DistributionFigure = {
  distribution: DrawnDistribution;
  minimumWage: MinimumWageMark | null;
  /** The user's own salary, in centavos. */
  own: number | undefined;
};

type DistributionLayout = { frame: Frame; labels: readonly PlacedLabel[] };

const rowHeight = 20;
const axisHeight = 36;
const sideMargin = 14;

/** The whole drawing, without the handle; `barsHeight` is the height of the tallest bar's space. */
export function drawDistribution(figure: DistributionFigure, barsHeight?: number): Draw {
  return (width, theme) => {
    const layout = layoutOf(figure, width, barsHeight);
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

/** Everything that does not move with the handle. */
export function StillMarks({
  figure: { distribution },
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
      <Bars
        frame={frame}
        bins={distribution.histogram.bins}
        middle={{ from: distribution.p25, to: distribution.p75 }}
        theme={theme}
      />
      <Labels frame={frame} labels={labels} theme={theme} />
      <CountLabels frame={frame} theme={theme} />
    </>
  );
}

export function layoutOf(
  figure: DistributionFigure,
  width: number,
  barsHeight = width < 560 ? 220 : 340,
): DistributionLayout {
  const { histogram } = figure.distribution;
  const x = scaleX(histogram, width);
  const labels = labelsOf(figure, x, width);
  const rows = labels.reduce((most, label) => Math.max(most, label.row + 1), 0);
  const top = rows * rowHeight + 12;
  const bottom = top + barsHeight;
  const tallest = Math.max(...histogram.bins.map((bin) => bin.count));
  const y = linearScale([0, tallest * 1.04], [bottom, top]);
  return { labels, frame: { width, height: bottom + axisHeight, top, bottom, x, y } };
}

function scaleX({ bins }: Histogram, width: number): LinearScale {
  const [first, last] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1];
  return linearScale([first, last], [sideMargin, Math.max(width - sideMargin, sideMargin + 1)]);
}

/** The markers, placed where they are readable. */
function labelsOf(
  { distribution, minimumWage, own }: DistributionFigure,
  x: LinearScale,
  width: number,
): PlacedLabel[] {
  const [from, to] = x.domain;
  const isInside = ({ centavos }: Marker) => centavos >= from && centavos <= to;
  const markers = markersOf(distribution, minimumWage).filter(isInside);
  return placeLabels(
    own === undefined ? markers : [...markers, ownMarker(own, x.domain)],
    (marker) => x(Math.min(Math.max(marker.centavos, from), to)),
    // About seven pixels a character at this size; the extra pixels separate neighbours.
    ({ label, centavos }) => `${label} ${formatCentavos(centavos)}`.length * 6.8 + 6,
    width,
  );
}

/** The user's own salary; if it is beyond the drawing, the label is at the edge and states it. */
function ownMarker(centavos: number, [from, to]: LinearScale['domain']): Marker {
  const label =
    centavos > to ? 'fora do gráfico ▸' : centavos < from ? '◂ fora do gráfico' : 'seu salário';
  return { key: 'own', label, centavos, isMain: true };
}

function markersOf({ median }: DrawnDistribution, wage: MinimumWageMark | null): Marker[] {
  const main = { key: 'median', label: 'mediana', centavos: median, isMain: true };
  if (wage === null) return [main];
  return [
    { key: 'minimum', label: 'salário mínimo', centavos: wage.centavos, isMain: false },
    main,
  ];
}

/** Direct labels: each text beside its line. */
function Labels({
  frame: { bottom },
  labels,
  theme,
}: {
  frame: Frame;
  theme: ChartTheme;
  labels: readonly PlacedLabel[];
}) {
  return (
    <g fill={theme.ink} fontSize={13}>
      {labels.map((label) => (
        <line
          key={label.key}
          x1={label.x}
          x2={label.x}
          y1={label.row * rowHeight + 2}
          y2={bottom}
          stroke={label.key === 'own' ? theme.warm : theme.ink}
          strokeWidth={label.isMain ? 2 : 1}
          strokeDasharray={label.key === 'minimum' ? '3 3' : undefined}
          opacity={label.isMain ? 1 : 0.7}
        />
      ))}
      {labels.map((label) => (
        <text
          key={label.key}
          x={label.textX}
          y={label.row * rowHeight + 14}
          textAnchor={label.side === 'right' ? 'start' : 'end'}
          // Where another line passes behind it, the text stays readable.
          paintOrder="stroke"
          strokeWidth={4}
          strokeLinejoin="round"
          stroke={theme.surface}
        >
          <tspan
            fontWeight={label.isMain ? 600 : 400}
            fill={label.isMain ? theme.ink : theme.muted}
          >
            {label.label}
          </tspan>{' '}
          <tspan fontWeight={label.isMain ? 600 : 400}>{formatCentavos(label.centavos)}</tspan>
        </text>
      ))}
    </g>
  );
}
