import { useMemo } from 'react';
import { formatRecords } from '../../shared/words/format.ts';
import type { QueryNames } from '../../shared/filters/filter.ts';
import { leftOutTexts } from '../../shared/sentences/left-out-words.ts';
import { describeData } from '../../shared/sentences/query-text.ts';
import { incompleteSelectionsTitle } from '../../shared/statistics/completeness.ts';
import { areEnough } from '../../shared/statistics/interval-difference.ts';
import { blocksText } from '../../shared/statistics/quality.ts';
import { suppressionSentences } from '../../shared/statistics/suppression.ts';
import { comparisonWarnings } from '../../shared/statistics/selection-comparison.ts';
import type { ChartSource } from '../components/charts/chart.ts';
import { ChartPanel } from '../components/charts/chart-view.tsx';
import { Notice } from '../components/notice.tsx';
import { Panel } from '../components/panel.tsx';
import { titleOf, type Compared } from '../features/compare/compare-button.tsx';
import { ComparisonTable } from '../features/compare/comparison-table.tsx';
import { stripsChart } from '../features/compare/strips-chart.ts';
import { comparedTrend } from '../features/compare/trend-chart.ts';
import { chartSource } from '../features/search/search-text.ts';
import { Footnote } from '../features/search/result-figures.tsx';

export function CompareFigures({
  compared,
  names,
}: {
  compared: readonly Compared[];
  names: QueryNames;
}) {
  const charts = useMemo(
    () => [stripsChart(compared), comparedTrend(compared)].filter((chart) => chart !== null),
    [compared],
  );
  const source = sourceOf(compared, names);
  return (
    <div className="flex flex-col gap-4">
      <Warnings compared={compared} />
      <Panel title="Tabela">
        <ComparisonTable compared={compared} />
        <p className="mt-3 max-w-prose text-dense text-muted">
          Valores em R$ por mês.
          {compared.length > 1 &&
            ' Se o intervalo de 95\u00a0% da diferença contém o zero, ela pode ser acaso.'}
        </p>
      </Panel>
      {charts.map((chart) => (
        <ChartPanel key={chart.title} chart={chart} source={source} />
      ))}
      <Footnote />
    </div>
  );
}

function Warnings({ compared }: { compared: readonly Compared[] }) {
  const warnings = warningTexts(compared);
  if (warnings.length === 0) return null;
  return (
    <Notice tone="neutral" title="Antes de comparar">
      <ul className="list-disc pl-5">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** What differs in the data of the selections, the words that one leaves out, and which have few records. */
export function warningTexts(compared: readonly Compared[]): string[] {
  const small = compared.filter(
    ({ answer, figures: { statistics, designEffect } }) =>
      answer.suppressed !== null || !areEnough(statistics.count, designEffect),
  );
  return [
    ...comparisonWarnings(compared.map(({ answer }) => answer.method)),
    ...compared.flatMap(({ letter, answer }) =>
      leftOutTexts(answer.text).map((text) => `${letter}: ${text}`),
    ),
    ...small.map(smallText),
  ];
}

function smallText(compared: Compared): string {
  const { suppressed } = compared.answer;
  const { statistics, designEffect } = compared.figures;
  const { count } = statistics;
  if (count === 0) return `${titleOf(compared)} não tem nenhum registro.`;
  const counted = formatRecords(count);
  if (suppressed !== null)
    return `${titleOf(compared)} tem ${counted}. ${suppressionSentences[suppressed]}`;
  const blocks = blocksText(count, designEffect);
  const few = blocks === undefined ? counted : `${counted}; ${blocks}`;
  return `${titleOf(compared)} tem só ${few}. Amostra pequena: use com cautela.`;
}

/** The captions of a saved picture of the comparison. */
function sourceOf(compared: readonly Compared[], names: QueryNames): ChartSource {
  const [first] = compared;
  if (!first) return { subject: '', query: '', sample: '', notice: null, origin: '' };
  const { method } = first.answer;
  const data = compared.map(({ filters, answer }) =>
    describeData(filters, answer.method.period).join(' · '),
  );
  return {
    ...chartSource(first.filters, names, method, 0),
    subject: compared.map(titleOf).join('; '),
    query: [...new Set(data)].join(' / '),
    sample: compared
      .map(({ letter, answer }) => `n(${letter}) = ${formatRecords(answer.totalCount)}`)
      .join(', '),
    notice: incompleteTitleOf(compared),
  };
}

/** Which main files the selections lack; null if they lack none. */
export const incompleteTitleOf = (compared: readonly Compared[]) =>
  incompleteSelectionsTitle(
    compared.map(({ letter, answer }) => ({
      label: letter,
      completeness: answer.method.completeness,
    })),
  );
