import { useMemo, useState } from 'react';
import type { PreparedDistribution } from '../../../shared/statistics/percentile.ts';
import { spikesOf } from '../../../shared/statistics/heaping.ts';
import type { Chart, ChartSource } from '../../components/charts/chart.ts';
import { ChartTools, DataTable, type ChartView } from '../../components/charts/chart-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { DistributionChart } from './distribution-chart.tsx';
import { drawDistribution, figureOf, type MinimumWageMark } from './distribution-drawing.tsx';
import { distributionTable } from './distribution-table.ts';
import { histogramOf } from '../../../shared/statistics/histogram.ts';
import { ReadingForm } from './reading-form.tsx';
import { readPosition, type Position } from './reading.ts';
import { legendText, summaryText } from './summary.ts';

const median: Position = { kind: 'percentile', tenThousandths: 5000 };
const positionOf = (own: number | undefined): Position =>
  own === undefined ? median : { kind: 'salary', centavos: own };

/** The whole distribution, with a handle that responds at once, and the same data as a table. */
export function DistributionPanel({
  distribution,
  minimumWage,
  own,
  finding,
  source,
}: {
  distribution: PreparedDistribution;
  minimumWage: MinimumWageMark | null;
  /** The user's own salary, in centavos. */
  own: number | undefined;
  /** The main finding, in one sentence. */
  finding: string;
  source: ChartSource;
}) {
  const [view, setView] = useState<ChartView>('chart');
  const [moved, setMoved] = useState<{ from: number | undefined; to: Position }>();
  // The position that the user moved the handle to, until another own salary is given.
  const position = moved && moved.from === own ? moved.to : positionOf(own);
  const setPosition = (to: Position) => setMoved({ from: own, to });
  const { chart, figure } = useMemo(
    () => distributionChart(distribution, minimumWage, own),
    [distribution, minimumWage, own],
  );
  const tools = useMemo(
    () => <ChartTools chart={chart} source={source} view={view} onView={setView} />,
    [chart, source, view],
  );
  const reading = readPosition(distribution, position);
  return (
    <Panel title={chart.title} aside={tools}>
      <p className="mb-4 max-w-prose tabular-nums">{finding}</p>
      {view === 'chart' ? (
        <figure>
          <DistributionChart figure={figure} reading={reading} onPosition={setPosition} />
          <figcaption>
            <span className="sr-only">{chart.summary}</span>
            <span className="mt-3 block text-dense text-muted">{chart.legend}</span>
          </figcaption>
        </figure>
      ) : (
        <DataTable data={chart.table} />
      )}
      <ReadingForm
        position={position}
        reading={reading}
        onPosition={setPosition}
        {...(view === 'chart' && { hint: 'ou arraste a alça do gráfico' })}
      />
    </Panel>
  );
}

export function distributionChart(
  distribution: PreparedDistribution,
  minimumWage: MinimumWageMark | null,
  own?: number,
) {
  const histogram = histogramOf(distribution);
  const figure = figureOf(distribution, histogram, minimumWage, own);
  const chart: Chart = {
    title: 'Distribuição dos salários',
    summary: summaryText(distribution),
    legend: legendText(
      histogram,
      minimumWage,
      spikesOf(distribution, minimumWage?.centavos ?? null),
    ),
    draw: drawDistribution(figure),
    table: distributionTable(distribution, histogram),
  };
  return { chart, figure };
}
