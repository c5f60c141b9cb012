import { useMemo, useState } from 'react';
import type { PreparedDistribution } from '../../../shared/statistics/percentile.ts';
import { medianInterval, percentile } from '../../../shared/statistics/percentile.ts';
import { formatCentavos, formatCounted } from '../../../shared/words/format.ts';
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

/** The page's centre: the whole distribution, a handle that answers at once, and the same as a table. */
export function DistributionPanel({
  distribution,
  minimumWage,
  anchor,
  source,
}: {
  distribution: PreparedDistribution;
  minimumWage: MinimumWageMark | null;
  anchor: string;
  source: ChartSource;
}) {
  const [view, setView] = useState<ChartView>('chart');
  const [position, setPosition] = useState<Position>(median);
  const { chart, figure } = useMemo(
    () => distributionChart(distribution, minimumWage),
    [distribution, minimumWage],
  );
  const tools = useMemo(
    () => <ChartTools chart={chart} source={source} view={view} onView={setView} />,
    [chart, source, view],
  );
  const reading = readPosition(distribution, position);
  return (
    <Panel title={chart.title} anchor={anchor} aside={tools}>
      <div className="mb-6 grid gap-x-10 gap-y-5 lg:grid-cols-[auto_1fr]">
        <MedianFigure distribution={distribution} />
        <ReadingForm
          position={position}
          reading={reading}
          onPosition={setPosition}
          {...(view === 'chart' && { hint: 'ou arraste a alça do gráfico' })}
        />
      </div>
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
    </Panel>
  );
}

export function distributionChart(
  distribution: PreparedDistribution,
  minimumWage: MinimumWageMark | null,
) {
  const histogram = histogramOf(distribution);
  const figure = figureOf(distribution, histogram, minimumWage);
  const chart: Chart = {
    title: 'Distribuição dos salários',
    summary: summaryText(distribution),
    legend: legendText(distribution, histogram, minimumWage, figure.spikes),
    draw: drawDistribution(figure),
    table: distributionTable(distribution, histogram),
  };
  return { chart, figure };
}

function MedianFigure({ distribution }: { distribution: PreparedDistribution }) {
  const interval = medianInterval(distribution);
  return (
    <div>
      <p className="text-hero font-semibold tracking-tight tabular-nums">
        {formatCentavos(percentile(distribution, 5000) ?? 0)}
      </p>
      <p className="mt-1 text-dense text-muted tabular-nums">
        Mediana por mês · n = {formatCounted(distribution.count, 'registro', 'registros')}
        <br />
        {interval
          ? `Intervalo de 95 %: ${formatCentavos(interval.lower)} a ${formatCentavos(interval.upper)}`
          : 'Sem intervalo de 95 %: são precisos 6 registros'}
      </p>
    </div>
  );
}
