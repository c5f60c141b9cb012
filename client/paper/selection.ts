import { formatCount, formatCounted, formatReais } from '../../shared/words/format.ts';
import { prepare } from '../../shared/statistics/percentile.ts';
import { fewestForStatistics } from '../../shared/statistics/sample-size.ts';
import { distributionChart } from '../features/distribution/distribution-panel.tsx';
import { emptyTexts } from '../features/panels/empty-texts.ts';
import { demographicBlocks } from './demographic.ts';
import { companySizeBlocks, familyBlocks, sectorBlocks } from './employers.ts';
import { figureBlock, heading, lead, note, empty, tableBlock } from './figure.tsx';
import { regionalBlocks } from './regional.ts';
import { trendBlocks } from './trend.ts';
import type { PaperBlock, PaperSelection, StateName } from './blocks.ts';

/** Everything that the screen shows of an answer below its summary, in the order of the screen. */
export function selectionBlocks(
  selection: PaperSelection,
  states: readonly StateName[],
): PaperBlock[] {
  const { answer, filters } = selection;
  const { panels } = answer;
  return [
    ...distributionBlocks(answer),
    ...quartileBlocks(answer.statistics),
    ...occupationBlocks(answer),
    ...(panels === null
      ? []
      : [
          ...regionalBlocks(panels.regional, filters, states),
          ...companySizeBlocks(panels.companySize, filters),
          ...trendBlocks(panels.trend),
          ...demographicBlocks(panels, filters),
          ...sectorBlocks(panels.sector, filters),
          ...familyBlocks(panels.family),
        ]),
  ];
}

/** The distribution, and the occupations that the question is about. */
export function centreBlocks({ answer }: PaperSelection): PaperBlock[] {
  return [...distributionBlocks(answer), ...occupationBlocks(answer)];
}

/** A little smaller than on screen, so that it shares a page with the summary. */
const chartWidth = 790;

type Answer = PaperSelection['answer'];

function distributionBlocks({ statistics, distribution, method }: Answer): PaperBlock[] {
  if (statistics.count < fewestForStatistics) {
    return [heading(1, 'Distribuição dos salários'), empty(emptyTexts.distribution)];
  }
  const { chart } = distributionChart(prepare(distribution), method.minimumWage);
  return [heading(1, chart.title), lead(chart.summary), figureBlock(chart, chartWidth)];
}

/** The drawing's bars as rows: what they stand for, for who reads no drawing. */
export function distributionTableBlocks({ answer }: PaperSelection): PaperBlock[] {
  if (answer.statistics.count < fewestForStatistics) return [];
  const { chart } = distributionChart(prepare(answer.distribution), answer.method.minimumWage);
  return [heading(1, 'Tabela da distribuição'), tableBlock(chart.table)];
}

const money = (reais: number | null) => (reais === null ? '—' : formatReais(reais));

function quartileBlocks({
  count,
  average,
  min,
  max,
  p10,
  p25,
  median,
  p75,
  p90,
  standardDeviation,
}: Answer['statistics']): PaperBlock[] {
  if (count < fewestForStatistics) return [];
  const width = p25 === null || p75 === null ? null : p75 - p25;
  return [
    heading(1, 'Quartis'),
    {
      kind: 'table',
      caption: 'Quartis e dispersão dos salários',
      columns: [
        { header: 'Medida', isText: true },
        { header: 'O que diz', isText: true },
        { header: 'Salário por mês', isText: false },
      ],
      rows: [
        ['Mínimo', 'o menor salário que conta', money(min)],
        ['P10', 'um em cada dez ganha até', money(p10)],
        ['1º quartil (Q1)', 'um em cada quatro ganha até', money(p25)],
        ['Mediana (Q2)', 'metade ganha até', money(median)],
        ['3º quartil (Q3)', 'três em cada quatro ganham até', money(p75)],
        ['P90', 'nove em cada dez ganham até', money(p90)],
        ['Máximo', 'o maior salário que conta', money(max)],
        ['Média', 'a soma dividida pelos registros', money(average)],
        ['Q3 − Q1', 'largura da metade central', money(width)],
        ['Desvio padrão', 'dispersão em torno da média', money(standardDeviation)],
      ],
    },
  ];
}

const mostOccupations = 40;

/** A word of the question that nothing was counted for is told wherever its figures are. */
const leftOutNotes = (text: Answer['text']): PaperBlock[] =>
  text === null || text.leftOut.length === 0
    ? []
    : [note(`Ficou fora da pesquisa: “${text.leftOut.join('”, “')}”.`)];

function occupationBlocks({ occupations, text }: Answer): PaperBlock[] {
  if (occupations.length < 2) return leftOutNotes(text);
  const found = occupations.filter(({ count }) => count > 0);
  const without = occupations.length - found.length;
  const left = found.length - mostOccupations;
  return [
    heading(1, 'Ocupações encontradas'),
    {
      kind: 'table',
      caption: 'Ocupações encontradas',
      columns: [
        { header: 'Ocupação', isText: true },
        { header: 'CBO', isText: true },
        { header: 'Registros', isText: false },
      ],
      rows: found
        .slice(0, mostOccupations)
        .map(({ cbo, titulo, count }) => [titulo ?? 'Sem título na CBO', cbo, formatCount(count)]),
    },
    ...leftOutNotes(text),
    ...(left > 0
      ? [note(`E mais ${formatCounted(left, 'ocupação', 'ocupações')} com menos registros.`)]
      : []),
    ...(without > 0
      ? [note(`Sem registros nesta pesquisa: ${formatCounted(without, 'ocupação', 'ocupações')}.`)]
      : []),
  ];
}
