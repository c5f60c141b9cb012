import { useMemo, useState } from 'react';
import type { SalaryRank } from '../../../shared/contracts/search.ts';
import { edgeNotes } from '../../../shared/statistics/catalogue.ts';
import type { Spike } from '../../../shared/statistics/heaping.ts';
import type { ExactSource } from '../../lib/exact-distribution.ts';
import type { Chart, ChartSource } from '../../components/charts/chart.ts';
import { ChartBody, useChartView } from '../../components/charts/chart-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { DistributionChart } from './distribution-chart.tsx';
import { drawDistribution, type MinimumWageMark } from './distribution-drawing.tsx';
import type { DrawnDistribution } from './drawn-distribution.ts';
import { ReadingForm } from './reading-form.tsx';
import { located, readPosition, type Located, type Position } from './reading.ts';
import {
  formatCentavos,
  formatMonth,
  formatShare,
  formatRecords,
  formatList,
} from '../../../shared/words/format.ts';
import type { TableData } from '../../components/charts/table-data.ts';

/** The user's own salary in centavos; its rank is undefined while it loads. */
export interface OwnPosition {
  readonly centavos: number;
  readonly rank: SalaryRank | undefined;
  /** The message of a failed request for the rank. */
  readonly problem: string | undefined;
}

/**
 * The distribution, with a handle at the median or the user's own salary, and the same data as a table. Any other
 * position needs the exact distribution: the handle moves once that is loaded, and from then on at once.
 */
export function DistributionPanel({
  distribution,
  exact,
  minimumWage,
  own,
  finding,
  source,
}: {
  distribution: DrawnDistribution;
  exact: ExactSource;
  minimumWage: MinimumWageMark | null;
  own: OwnPosition | undefined;
  finding: string;
  source: ChartSource;
}) {
  const salary = own?.centavos;
  const [moved, setMoved] = useState<{ from: number | undefined; to: Position }>();
  const setPosition = (to: Position) => {
    exact.load();
    setMoved({ from: salary, to });
  };
  const { chart, figure } = useMemo(
    () => distributionChart(distribution, minimumWage, salary),
    [distribution, minimumWage, salary],
  );
  const { view, tools } = useChartView(chart, source);
  // The position that the user moved the handle to, until another own salary is given.
  const isMoved = moved !== undefined && moved.from === salary;
  const start = startOf(distribution, own);
  const wanted = isMoved ? exact.distribution && located(exact.distribution, moved.to) : start;
  const shown = wanted ?? start ?? medianOf(distribution);
  const reading = readPosition(shown, distribution.count);
  const wantedPercentile =
    isMoved && moved.to.kind === 'percentile' ? moved.to.tenThousandths : undefined;
  return (
    <Panel title={chart.title} aside={tools}>
      <p className="mb-4 max-w-prose tabular-nums">{finding}</p>
      <ChartBody chart={chart} view={view}>
        <DistributionChart
          figure={figure}
          reading={reading}
          stepFrom={wantedPercentile ?? reading.tenThousandths}
          onPosition={setPosition}
        />
      </ChartBody>
      <ReadingForm
        position={shown.position}
        reading={reading}
        waiting={
          wanted === undefined ? (exact.problem ?? own?.problem ?? 'Carregando...') : undefined
        }
        onPosition={setPosition}
        {...(view === 'chart' && { hint: 'ou arraste a alça do gráfico' })}
      />
    </Panel>
  );
}

const medianOf = ({ median, medianRank }: DrawnDistribution): Located => ({
  position: { kind: 'percentile', tenThousandths: 5000 },
  centavos: median,
  rank: medianRank,
});

/** The own salary, or the median without one; undefined while the own salary's rank loads. */
function startOf(distribution: DrawnDistribution, own: OwnPosition | undefined) {
  if (own === undefined) return medianOf(distribution);
  const { centavos, rank } = own;
  return rank && { position: { kind: 'salary', centavos } as const, centavos, rank };
}

/** `own` is the user's own salary, in centavos. */
export function distributionChart(
  distribution: DrawnDistribution,
  minimumWage: MinimumWageMark | null,
  own?: number,
) {
  const figure = { distribution, minimumWage, own };
  const chart: Chart = {
    title: 'Distribuição dos salários',
    summary: summaryText(distribution),
    legend: legendText(distribution, minimumWage),
    draw: drawDistribution(figure),
    table: distributionTable(distribution),
  };
  return { chart, figure };
}

/** The chart as a table: each bar is a row, and records outside the drawing have their own rows. */
function distributionTable({
  count: total,
  histogram: { bins, below, above },
}: DrawnDistribution): TableData {
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
function summaryText({ count, p10, p25, median, p75, p90 }: DrawnDistribution): string {
  const [edges = ''] = edgeNotes({ count, p10 });
  return (
    `De ${formatRecords(count)}, metade ganha até ${formatCentavos(median)}. ` +
    `Um em cada dez ganha até ${formatCentavos(p10)}; um em cada quatro, até ${formatCentavos(p25)}. ` +
    `Um em cada quatro ganha ${formatCentavos(p75)} ou mais; um em cada dez, ${formatCentavos(p90)} ou mais. ${edges}`
  ).trimEnd();
}

/** What the drawing does not show: the bar's width and the records outside the window. */
function legendText(
  { histogram: { bins, width, below, above }, spikes }: DrawnDistribution,
  minimumWage: MinimumWageMark | null,
): string {
  const outside = [
    below > 0 && `${formatRecords(below)} abaixo de ${formatCentavos(bins[0]?.from ?? 0)}`,
    above > 0 && `${formatRecords(above)} a partir de ${formatCentavos(bins.at(-1)?.to ?? 0)}`,
  ].filter((text) => text !== false);
  const sentences = [
    `Cada barra cobre ${formatCentavos(width)}; as de cor mais forte são a metade central.`,
    minimumWage &&
      `Salário mínimo de ${formatMonth(minimumWage.month)}: ${formatCentavos(minimumWage.centavos)}.`,
    outside.length > 0 &&
      `Fora do gráfico, mas ${below + above === 1 ? 'incluído' : 'incluídos'} nos cálculos: ${outside.join(' e ')}.`,
    spikes.length > 0 && `Salários que se repetem: ${formatList(spikes.map(spikeText))}.`,
  ];
  return sentences.filter((sentence) => typeof sentence === 'string').join(' ');
}

/** "R$ 1.621,00 (25,3 % dos registros)". */
function spikeText({ centavos, share }: Spike): string {
  return `${formatCentavos(centavos)} (${formatShare(share)} dos registros)`;
}
