import { formatCount } from '../../shared/words/format.ts';
import { ageBandName } from '../../shared/codes/codes.ts';
import type { Panels, RegionalPanel, TrendPanel } from '../../shared/contracts/panels.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import { emptyTexts } from '../features/panels/empty-reason.tsx';
import { ownFilterText, type OwnFilter } from '../features/panels/own-filters.tsx';
import { groupPanels, groupsChart, type GroupPanel } from '../features/panels/group-panels.ts';
import {
  compactTable,
  empty,
  figureUnlessCounts,
  heading,
  lead,
  note,
  tableBlock,
  figureBlock,
  firstThatFit,
} from './figure.tsx';
import type { PaperBlock, StateName } from './blocks.ts';
import { gapCautions } from '../../shared/statistics/gender-gap.ts';
import { fewestForStatistics } from '../../shared/statistics/design-effect.ts';
import { gapText } from '../features/panels/demographic-panel.tsx';
import { figureCells } from '../features/panels/figures.ts';
import { knownAgesText, topBands } from '../features/panels/age-bands.tsx';
import { groupColumns } from '../../shared/statistics/catalogue.ts';
import { regionalChart } from '../features/panels/regional-chart.ts';
import { positionText } from '../features/panels/regional-panel.tsx';
import { usualMoney, type MoneyKind } from '../../shared/statistics/deflation.ts';
import { trendChart, yearOnYearText } from '../features/panels/trend-panel.tsx';

type Extra = { before?: readonly PaperBlock[]; after?: readonly PaperBlock[] };

/** A panel of groups: what it is, the first groups as a drawing, all of them in the table or below it. */
export function groupBlocks(
  panel: GroupPanel,
  filters: SearchFilters,
  { before = [], after = [] }: Extra = {},
): PaperBlock[] {
  const { own, about = '', groups } = panel;
  if (groups.length === 0) return [empty(panel.emptyText)];
  const shown = firstThatFit(groups, (drawn) => groupsChart(panel, drawn));
  const chart = groupsChart(panel, shown);
  const figures = groups.map(({ figures: one }) => one);
  return [
    ...ownLead(filters, own),
    ...(about === '' ? [] : [lead(about)]),
    ...before,
    ...figureUnlessCounts(chart, figures),
    ...after,
    ...(shown.length < groups.length
      ? [
          note(
            `No gráfico, os ${formatCount(shown.length)} com mais registros; na tabela, os outros.`,
          ),
        ]
      : []),
    ...compactTable(
      chart.table,
      groups.map(({ label, figures: { count, median } }) => ({ name: label, count, median })),
    ),
  ];
}

function ownLead(filters: SearchFilters, own: OwnFilter | null): PaperBlock[] {
  const text = own === null ? null : ownFilterText(filters, own);
  return text === null ? [] : [lead(text)];
}

/** The demographics of the records: gender and its gap, age, schooling. */
export function demographicBlocks(panels: Panels, filters: SearchFilters): PaperBlock[] {
  const { gender, age } = panels;
  const { gap, isComparable } = gender;
  const known = age.bands.reduce((sum, { count }) => sum + count, 0);
  return [
    heading(1, 'Análise demográfica'),
    heading(2, 'Gênero'),
    ...groupBlocks(groupPanels.gender(panels, filters), filters, {
      before: isComparable ? [lead(gapText(gap))] : [],
      after: gap ? [note(gapCautions(gender))] : [],
    }),
    heading(2, 'Faixa etária'),
    ...groupBlocks(groupPanels.age(panels, filters), filters, {
      before: known >= fewestForStatistics ? [lead(commonestText(age.bands))] : [],
      after: [note(knownAgesText(age))],
    }),
    heading(2, 'Escolaridade'),
    ...groupBlocks(groupPanels.schooling(panels, filters), filters),
  ];
}

function commonestText(bands: Panels['age']['bands']): string {
  const top = topBands(bands).map(
    ({ faixa, percent }) => `${ageBandName(faixa)}, ${percent}\u00a0%`,
  );
  return `Faixas mais comuns: ${top.join('; ')}.`;
}

/** Wide enough for the ranking beside the map. */
const mapWidth = 780;

/** The map with its ranking, all states as a table, and the municipalities of the requested state. */
export function regionalBlocks(
  panel: RegionalPanel,
  filters: SearchFilters,
  states: readonly StateName[],
): PaperBlock[] {
  const chosen = filters.uf ?? panel.municipalities?.uf;
  const chart = regionalChart(panel, chosen);
  if (panel.states.length === 0) return [heading(1, chart.title), empty(emptyTexts.regional)];
  const table = tableBlock(chart.table);
  const absent = states.filter(({ sigla }) => panel.states.every(({ codigo }) => codigo !== sigla));
  return [
    heading(1, chart.title),
    lead(positionText(panel, chosen)),
    ...ownLead(filters, 'place'),
    figureBlock(chart, mapWidth),
    {
      ...table,
      rows: [
        ...table.rows.slice(0, -1),
        ...absent.map(({ nome }) => [nome, '—', '0', ...table.columns.slice(3).map(() => '—')]),
        ...table.rows.slice(-1),
      ],
    },
    ...municipalityBlocks(panel.municipalities),
  ];
}

function municipalityBlocks(municipalities: RegionalPanel['municipalities']): PaperBlock[] {
  if (!municipalities) return [];
  const { nome, places, total } = municipalities;
  const title = `Municípios: ${nome}`;
  if (places.length === 0) return [heading(2, title), empty(emptyTexts.municipalities)];
  return [
    heading(2, title),
    ...(places.length < total
      ? [lead(`Os ${formatCount(places.length)} com mais registros, de ${formatCount(total)}.`)]
      : []),
    ...compactTable(
      {
        caption: `Salários por município de ${nome}`,
        columns: [
          { header: 'Município', format: 'text' },
          { header: 'Posição', format: 'count' },
          ...groupColumns.map((column) =>
            column.header === 'Parte' ? { ...column, header: 'Parte do estado' } : column,
          ),
        ],
        rows: places.map((place) => [place.nome, place.rank, ...figureCells(place)]),
      },
      places.map(({ nome: name, count, median }) => ({ name, count, median })),
    ),
  ];
}

/** Month by month, nominal and real, in the order of the screen: paper has no switch. */
export function trendBlocks(panel: TrendPanel): PaperBlock[] {
  const { title } = trendChart(panel, 'nominal');
  if (panel.months.every(({ median }) => median === null)) {
    return [heading(1, title), empty(emptyTexts.trend)];
  }
  return [
    heading(1, title),
    ...(usualMoney(panel) === 'nominal'
      ? [note('Sem valores reais: nenhum destes meses tem o INPC carregado.')]
      : moneyBlocks(panel, 'real', 'Descontada a inflação (INPC)')),
    ...moneyBlocks(panel, 'nominal', 'Em valores nominais'),
  ];
}

function moneyBlocks(panel: TrendPanel, money: MoneyKind, title: string): PaperBlock[] {
  const chart = trendChart(panel, money);
  return [
    heading(2, title),
    lead(yearOnYearText(panel, money)),
    figureBlock(chart),
    tableBlock(chart.table),
  ];
}
