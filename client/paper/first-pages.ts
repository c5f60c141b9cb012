import { formatCentavos, formatMonth, formatReais, lowerFirst } from '../../shared/words/format.ts';
import { decidingSentences } from '../../shared/sentences/deciding-sentences.ts';
import { smallAnswerTexts } from '../../shared/sentences/town-estimate.ts';
import { ownSalaryText } from '../../shared/sentences/own-salary.ts';
import { edgeNotes } from '../../shared/statistics/catalogue.ts';
import { partTimeText } from '../../shared/statistics/working-hours.ts';
import { withRanks, rankOf } from '../../shared/statistics/percentile.ts';
import type { SearchAnswer } from '../../shared/contracts/search.ts';
import { drawPayBand, payBandOf, showsMinimumWage } from '../features/answer/pay-band.tsx';
import { emptyTexts } from '../features/panels/empty-reason.tsx';
import { regionalChart } from '../features/panels/regional-chart.ts';
import { placesAround } from '../features/panels/ranking-list.tsx';
import { positionText } from '../features/panels/regional-panel.tsx';
import { usualMoney } from '../../shared/statistics/deflation.ts';
import { trendChart, yearOnYearText } from '../features/panels/trend-panel.tsx';
import { empty, figureBlock, heading, lead, mapWidth } from './figure.tsx';
import { distributionBlocks, occupationNotes, quartileBlocks } from './selection.ts';
import type { PaperBlock, PaperFigure, PaperSelection } from './blocks.ts';

/** The four pages: the summary of the answer, the spread of salaries, where, and when. The annex has the rest. */

/** The first page below the median: the summary of an answer; `ownSalary` is in centavos. */
export function glanceOf({ answer, filters, place }: PaperSelection, ownSalary: number | null) {
  return {
    /** Null if there are too few records. */
    band: bandOf(answer, ownSalary),
    /** The position of the user's own salary; null if the query has none. */
    own: ownSalary === null ? null : ownText(answer, ownSalary),
    sentences: [
      ...(answer.fullTime === undefined ? [] : [partTimeText(answer.totalCount, answer.fullTime)]),
      ...decidingSentences(answer, filters, place).map(({ text }) => text),
      ...smallAnswerTexts(answer),
    ],
  };
}

/** The position of a salary in centavos; null if the answer states none. */
function ownText(answer: SearchAnswer, salary: number): string | null {
  const text = ownSalaryText(answer, rankOf(withRanks(answer.distribution), salary), salary);
  return text === undefined
    ? null
    : `Um salário de ${formatReais(salary / 100)}: ${lowerFirst(text)}`;
}

/** The screen's band. */
function bandOf(answer: SearchAnswer, ownSalary: number | null): PaperFigure | null {
  const band = payBandOf(answer, ownSalary);
  if (band === null) return null;
  const { p10, p25, p75, p90 } = band;
  const { minimumWage } = answer.method;
  const figures = `metade central de ${formatReais(p25)} a ${formatReais(p75)}; oito em cada dez, de ${formatReais(p10)} a ${formatReais(p90)}`;
  return figureBlock({
    title: 'Quanto se ganha',
    summary: `${figures}.`,
    legend: [
      `Traço: mediana. Barra: metade central, ${formatReais(p25)} a ${formatReais(p75)}. Linha fina: oito em cada dez, ${formatReais(p10)} a ${formatReais(p90)}.`,
      ...edgeNotes(answer.statistics).map((text) => ` ${text}`),
      minimumWage === null || !showsMinimumWage(band)
        ? ''
        : ` Tracejado: salário mínimo de ${formatMonth(minimumWage.month)}, ${formatCentavos(minimumWage.centavos)}.`,
    ].join(''),
    draw: drawPayBand(band),
  });
}

/** The spread of salaries: the drawing and its quartiles. */
export const spreadBlocks = ({ answer }: PaperSelection): PaperBlock[] => [
  ...distributionBlocks(answer),
  ...occupationNotes(answer),
  ...quartileBlocks(answer.statistics),
];

/** Where and when: the map with its ranking, and one trend, in real money if there is an index. */
export function placeAndTimeBlocks({ answer: { panels }, filters }: PaperSelection): PaperBlock[] {
  if (panels === null) return [];
  const { regional, trend } = panels;
  const chosen = filters.uf ?? regional.municipalities?.uf;
  const ranked = placesAround(regional.states, chosen === undefined ? [] : [chosen]);
  const map = regionalChart(regional, chosen, ranked);
  const money = usualMoney(trend);
  const line = trendChart(trend, money);
  return [
    heading(1, map.title),
    ...(regional.states.length === 0
      ? [empty(emptyTexts.regional)]
      : [lead(positionText(regional, chosen)), figureBlock(map, mapWidth)]),
    heading(1, line.title),
    ...(trend.months.every(({ median }) => median === null)
      ? [empty(emptyTexts.trend)]
      : [lead(yearOnYearText(trend, money)), figureBlock(line, trendWidth)]),
  ];
}

/** Wide enough to leave room below for the provisional months. */
const trendWidth = 820;
