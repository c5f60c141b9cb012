import { useMemo, useState } from 'react';
import { type PreparedDistribution, percentile } from '../../../shared/statistics/percentile.ts';
import { spikesOf, type Spike } from '../../../shared/statistics/heaping.ts';
import type { Chart, ChartSource } from '../../components/charts/chart.ts';
import { ChartTools, DataTable, type ChartView } from '../../components/charts/chart-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { DistributionChart } from './distribution-chart.tsx';
import { drawDistribution, figureOf, type MinimumWageMark } from './distribution-drawing.tsx';
import { histogramOf, type Histogram } from '../../../shared/statistics/histogram.ts';
import { ReadingForm } from './reading-form.tsx';
import { readPosition, type Position } from './reading.ts';
import {
  formatCentavos,
  formatCounted,
  formatMonth,
  formatShare,
} from '../../../shared/words/format.ts';
import type { TableData } from '../../components/charts/table-data.ts';

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

/** The chart as a table: each bar is a row, and records outside the drawing have their own rows. */
function distributionTable(
  { count: total }: PreparedDistribution,
  { bins, below, above }: Histogram,
): TableData {
  const ranges = [
    { range: `Abaixo de ${formatCentavos(bins[0]?.from ?? 0)}`, count: below },
    ...bins.map((bin) => ({
      range: `${formatCentavos(bin.from)} a ${formatCentavos(bin.to - 1)}`,
      count: bin.count,
    })),
    { range: `A partir de ${formatCentavos(bins.at(-1)?.to ?? 0)}`, count: above },
  ].filter((row, index, rows) => row.count > 0 || (index > 0 && index < rows.length - 1));
  let upTo = 0;
  return {
    caption: 'Distribuição dos salários por faixa',
    columns: [
      { header: 'Faixa de salário', format: 'text' },
      { header: 'Registros', format: 'count' },
      { header: 'Parte', format: 'share' },
      { header: 'Até aqui', format: 'share' },
    ],
    rows: ranges.map(({ range, count }) => {
      upTo += count;
      return [range, count, count / total, upTo / total];
    }),
  };
}

/** The distribution in plain words, for screen readers and as a one-sentence summary. */
function summaryText(distribution: PreparedDistribution): string {
  const money = (tenThousandths: number) =>
    formatCentavos(percentile(distribution, tenThousandths) ?? 0);
  const registers = formatCounted(distribution.count, 'registro', 'registros');
  return (
    `De ${registers}, metade ganha até ${money(5000)}. ` +
    `Um em cada dez ganha até ${money(1000)}; um em cada quatro, até ${money(2500)}. ` +
    `Um em cada quatro ganha ${money(7500)} ou mais; um em cada dez, ${money(9000)} ou mais.`
  );
}

/** What the drawing does not show: the bar's width and the records outside the window. */
function legendText(
  { bins, width, below, above }: Histogram,
  minimumWage: MinimumWageMark | null,
  spikes: readonly Spike[],
): string {
  const sentences = [
    `Cada barra cobre ${formatCentavos(width)}; as de cor mais forte são a metade central.`,
  ];
  if (minimumWage) {
    sentences.push(
      `Salário mínimo de ${formatMonth(minimumWage.month)}: ${formatCentavos(minimumWage.centavos)}.`,
    );
  }
  const outside: string[] = [];
  if (below > 0)
    outside.push(
      `${formatCounted(below, 'registro', 'registros')} abaixo de ${formatCentavos(bins[0]?.from ?? 0)}`,
    );
  if (above > 0)
    outside.push(
      `${formatCounted(above, 'registro', 'registros')} a partir de ${formatCentavos(bins.at(-1)?.to ?? 0)}`,
    );
  if (outside.length > 0) {
    sentences.push(`Fora do gráfico, mas incluídos nos cálculos: ${outside.join(' e ')}.`);
  }
  if (spikes.length > 0) {
    sentences.push(
      `Salários que se repetem: ${new Intl.ListFormat('pt-BR').format(spikes.map(spikeText))}.`,
    );
  }
  return sentences.join(' ');
}

/** "R$ 1.621,00 (25,3 % dos registros)". */
function spikeText({ centavos, share }: Spike): string {
  return `${formatCentavos(centavos)} (${formatShare(share)} dos registros)`;
}
