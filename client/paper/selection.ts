import type { PanelPage } from '../../shared/contracts/panel-page.ts';
import { groupPanel, individualPanels } from '../../shared/panels/group-panels.ts';
import { formatCount, formatCounted, formatRecords } from '../../shared/words/format.ts';
import { figuresOf, figureText } from '../../shared/statistics/catalogue.ts';
import { heapNotes } from '../../shared/statistics/heaping.ts';
import { readingTexts } from '../../shared/sentences/left-out-words.ts';
import { pageTableData } from '../components/charts/table-data.ts';
import { distributionChart } from '../features/distribution/distribution-panel.tsx';
import { drawDistribution } from '../features/distribution/distribution-drawing.tsx';
import { maybeDrawn } from '../features/distribution/drawn-distribution.ts';
import { emptyTexts } from '../features/panels/empty-reason.tsx';
import { demographicBlocks, groupBlocks, regionalBlocks, trendBlocks } from './panel-blocks.ts';
import { figureBlock, heading, lead, note, empty, tableBlock } from './figure.tsx';
import type { PaperBlock, PaperSelection, StateName } from './blocks.ts';

/** Everything that the screen shows of an answer below its summary, in the same order. */
export function selectionBlocks(
  selection: PaperSelection,
  states: readonly StateName[],
): PaperBlock[] {
  const { answer, filters, pages } = selection;
  const { panels } = answer;
  return [
    ...distributionBlocks(answer),
    ...quartileBlocks(answer.statistics),
    ...distributionTable(answer),
    ...occupationBlocks(answer),
    ...(panels === null
      ? []
      : [
          ...regionalBlocks(panels.regional, filters, states),
          ...trendBlocks(panels.trend),
          ...pages.flatMap(pageBlocks),
          ...demographicBlocks(panels, filters),
          ...individualPanels.flatMap((name) => {
            const panel = groupPanel(name, panels, filters);
            return [heading(1, panel.title), ...groupBlocks(panel, filters)];
          }),
        ]),
  ];
}

/** The drawing of the distribution, and the occupations of the query. Two selections share a page. */
export function centreBlocks({ answer }: PaperSelection): PaperBlock[] {
  const drawn = maybeDrawn(answer);
  if (drawn === undefined) return [];
  const { chart, figure } = distributionChart(drawn, answer.method.minimumWage);
  return [
    figureBlock({ ...chart, draw: drawDistribution(figure, 190) }, chartWidth),
    ...occupationBlocks(answer),
  ];
}

/** A little smaller than on screen, so that it fits on the same page as the summary. */
const chartWidth = 790;

type Answer = PaperSelection['answer'];

export function distributionBlocks(answer: Answer): PaperBlock[] {
  const drawn = maybeDrawn(answer);
  if (drawn === undefined) {
    return [heading(1, 'Distribuição dos salários'), empty(emptyTexts.distribution)];
  }
  const { chart } = distributionChart(drawn, answer.method.minimumWage);
  return [heading(1, chart.title), lead(chart.summary), figureBlock(chart, chartWidth)];
}

/** The drawing's bars as table rows, for readers who cannot use the drawing. */
function distributionTable(answer: Answer): PaperBlock[] {
  const drawn = maybeDrawn(answer);
  if (drawn === undefined) return [];
  return [tableBlock(distributionChart(drawn, answer.method.minimumWage).chart.table)];
}

/** A panel that was computed on request. */
const pageBlocks = ({ title, sentences, tables, notes }: PanelPage): PaperBlock[] => [
  heading(1, title),
  ...sentences.map(lead),
  ...tables.map((table) => tableBlock(pageTableData(table))),
  ...notes.map(note),
];

export function quartileBlocks(statistics: Answer['statistics']): PaperBlock[] {
  if (statistics.median === null) return [];
  const amounts = figuresOf(statistics).filter(({ unit }) => unit === 'reais');
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
      rows: amounts.map((figure) => [figure.title, figure.meaning, figureText(figure)]),
    },
    ...heapNotes(statistics).map(note),
  ];
}

/** The occupations of the query in one note, where a page has no room for their table. */
export function occupationNotes(answer: Answer): PaperBlock[] {
  const { occupations } = answer;
  const found = occupations.filter(({ count }) => count > 0);
  const reading = readingTexts(answer).map(note);
  if (occupations.length < 2 || found.length === 0) return reading;
  const all =
    found.length === 1
      ? 'Só uma ocupação tem registros'
      : `${formatCount(found.length)} ocupações encontradas. Com mais registros`;
  const most = found
    .slice(0, 3)
    .map(({ cbo, titulo, count }) => `${titulo ?? cbo}, ${formatRecords(count)}`)
    .join('; ');
  return [note(`${all}: ${most}.`), ...reading];
}

const maxOccupations = 40;

function occupationBlocks(answer: Answer): PaperBlock[] {
  const { occupations } = answer;
  const reading = readingTexts(answer).map(note);
  if (occupations.length < 2) return reading;
  const found = occupations.filter(({ count }) => count > 0);
  const without = occupations.length - found.length;
  const left = found.length - maxOccupations;
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
        .slice(0, maxOccupations)
        .map(({ cbo, titulo, count }) => [titulo ?? 'Sem título na CBO', cbo, formatCount(count)]),
    },
    ...reading,
    ...(left > 0
      ? [note(`E mais ${formatCounted(left, 'ocupação', 'ocupações')} com menos registros.`)]
      : []),
    ...(without > 0
      ? [note(`Sem registros nesta pesquisa: ${formatCounted(without, 'ocupação', 'ocupações')}.`)]
      : []),
  ];
}
