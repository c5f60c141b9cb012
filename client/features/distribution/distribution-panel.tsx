import { useMemo, useState } from 'react';
import type { PreparedDistribution } from '../../../shared/percentile.ts';
import { medianInterval, percentile } from '../../../shared/percentile.ts';
import { formatCentavos, formatCounted } from '../../../shared/format.ts';
import { Panel } from '../../components/panel.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { DistributionChart } from './distribution-chart.tsx';
import { fewestForShape } from './density.ts';
import { DistributionTable } from './distribution-table.tsx';
import { histogramOf } from './histogram.ts';
import { ReadingForm } from './reading-form.tsx';
import { readPosition, type Position } from './reading.ts';
import { outsideText, summaryText } from './summary.ts';

export type MinimumWageMark = { month: string; centavos: number };

const views = [
  { value: 'chart', label: 'Gráfico' },
  { value: 'table', label: 'Tabela' },
] as const;

const median: Position = { kind: 'percentile', tenThousandths: 5000 };

/** The page's centre: the whole distribution, a handle that answers at once, and the same as a table. */
export function DistributionPanel({
  distribution,
  minimumWage,
}: {
  distribution: PreparedDistribution;
  minimumWage: MinimumWageMark | null;
}) {
  const [view, setView] = useState<(typeof views)[number]['value']>('chart');
  const [position, setPosition] = useState<Position>(median);
  const histogram = useMemo(() => histogramOf(distribution), [distribution]);
  const reading = readPosition(distribution, position);
  return (
    <Panel
      title="Distribuição dos salários"
      aside={
        <SegmentedControl
          label="Ver a distribuição como"
          options={views}
          value={view}
          onValue={setView}
        />
      }
    >
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
          <DistributionChart
            distribution={distribution}
            histogram={histogram}
            minimumWage={minimumWage}
            reading={reading}
            onPosition={setPosition}
          />
          <figcaption>
            <span className="sr-only">{summaryText(distribution)}</span>
            <span className="mt-3 block text-dense text-muted">
              {outsideText(histogram, minimumWage)}
              {distribution.count >= fewestForShape &&
                ' A linha só suaviza as barras: nenhum número é lido nela.'}
            </span>
          </figcaption>
        </figure>
      ) : (
        <DistributionTable distribution={distribution} histogram={histogram} />
      )}
    </Panel>
  );
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
