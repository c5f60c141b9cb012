import { formatReais, formatRecords } from '../../../shared/words/format.ts';
import {
  comparedStatistics,
  edgeNotes,
  figuresOf,
  shownStatistics,
} from '../../../shared/statistics/catalogue.ts';
import { suppressionSentences } from '../../../shared/statistics/suppression.ts';
import { differenceDoubt } from '../../../shared/statistics/selection-comparison.ts';
import type { Chart } from '../../components/charts/chart.ts';
import { drawBarRows, inReais, salaryBar, type BarRow } from '../../components/charts/bar-rows.tsx';
import type { CellValue } from '../../components/charts/table-data.ts';
import { titleOf, type Compared, type ComparedAnswer } from './compare-button.tsx';

/** The selections as rows on one axis: P10 to P90, the middle half and the median of each. */
export const stripsDrawing = (compared: readonly ComparedAnswer[]) => ({
  title: 'Salários lado a lado',
  summary: `${compared.map(rowName).join('. ')}.`,
  legend:
    'Traço: mediana. Barra: a metade central, do 1º ao 3º quartil. Linha fina: de P10 a P90.' +
    edgeText(compared),
  draw: drawBarRows(compared.map(rowOf), inReais),
});

const edgeText = (compared: readonly ComparedAnswer[]) =>
  compared
    .flatMap(({ letter, answer }) =>
      edgeNotes(answer.statistics).map((text) => ` ${letter}: ${text}`),
    )
    .join('');

export const stripsChart = (compared: readonly Compared[]): Chart => ({
  ...stripsDrawing(compared),
  table: {
    caption: 'Salários de cada seleção',
    columns: [
      { header: 'Seleção', format: 'text' },
      ...comparedStatistics.map(({ label, unit }) => ({ header: label, format: unit })),
      { header: 'Qualidade', format: 'text' },
      { header: `Diferença da mediana para ${compared[0]?.letter ?? ''}`, format: 'reais' },
      { header: 'Diferença relativa', format: 'percent' },
      { header: 'Diferença: de (95\u00a0%)', format: 'reais' },
      { header: 'Diferença: até (95\u00a0%)', format: 'reais' },
      { header: 'Diferença: ressalva', format: 'text' },
    ],
    rows: compared.map(cellsOf),
  },
});

function rowOf(compared: ComparedAnswer): BarRow {
  const statistics = shownStatistics(compared.answer.statistics);
  const { p10, p90 } = statistics;
  const reach = p10 !== null && p90 !== null && { reach: { lower: p10, upper: p90 } };
  return {
    key: compared.letter,
    label: titleOf(compared),
    name: rowName(compared),
    bar: { ...salaryBar(statistics), ...reach, series: compared.place },
  };
}

function rowName(compared: ComparedAnswer): string {
  const { count, p10, p25, median, p75, p90 } = shownStatistics(compared.answer.statistics);
  const records = formatRecords(count);
  if (median === null || p25 === null || p75 === null || p10 === null || p90 === null) {
    return `${titleOf(compared)}: ${records}. ${suppressionSentences[compared.answer.suppressed ?? 'poucos_registros'].replace(/\.$/, '')}`;
  }
  return `${titleOf(compared)}: mediana ${formatReais(median)}; metade central de ${formatReais(p25)} a ${formatReais(p75)}; de P10 a P90, ${formatReais(p10)} a ${formatReais(p90)}; ${records}`;
}

function cellsOf(compared: Compared): CellValue[] {
  const { statistics, quality, difference } = compared.figures;
  return [
    titleOf(compared),
    ...figuresOf(statistics)
      .filter(({ isCompared }) => isCompared)
      .map(({ value }) => value),
    quality.label,
    difference?.reais ?? null,
    difference?.percent ?? null,
    difference?.interval?.lower ?? null,
    difference?.interval?.upper ?? null,
    difference && differenceDoubt(difference),
  ];
}
