import { formatCount, lowerFirst } from '../../shared/words/format.ts';
import { ageBandName } from '../../shared/codes/codes.ts';
import { prepositionBefore } from '../../shared/codes/states.ts';
import type { Panels, Place, RegionalPanel, TrendPanel } from '../../shared/contracts/panels.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import { emptyTexts } from '../features/panels/empty-reason.tsx';
import { ownFilterText } from '../features/panels/own-filters.tsx';
import { groupsChart } from '../features/panels/groups-chart.ts';
import {
  groupPanel,
  panelsOfSection,
  panelTexts,
  type GroupPanel,
  type GroupPanelName,
} from '../../shared/panels/group-panels.ts';
import {
  compactTable,
  empty,
  heading,
  lead,
  note,
  tableBlock,
  figureBlock,
  mapWidth,
} from './figure.tsx';
import type { PaperBlock, StateName } from './blocks.ts';
import { gapCautions } from '../../shared/statistics/gender-gap.ts';
import { minForStatistics } from '../../shared/statistics/design-effect.ts';
import { gapText } from '../features/panels/demographic-panel.tsx';
import { knownAgesText, topBands } from '../features/panels/age-bands.tsx';
import { groupColumns } from '../../shared/statistics/catalogue.ts';
import { regionalChart } from '../features/panels/regional-chart.ts';
import { positionText } from '../features/panels/regional-panel.tsx';
import { usualMoney } from '../../shared/statistics/deflation.ts';
import { trendChart, yearOnYearText } from '../features/panels/trend-panel.tsx';

type Extra = { before?: readonly PaperBlock[]; after?: readonly PaperBlock[] };

/** A panel of groups: what it is, and its groups in the table or below it. */
export function groupBlocks(
  panel: GroupPanel,
  filters: SearchFilters,
  { before = [], after = [] }: Extra = {},
): PaperBlock[] {
  const { own, about = '', groups } = panel;
  if (groups.length === 0) return [empty(panel.emptyText)];
  return [
    ...ownLead(filters, own),
    ...(about === '' ? [] : [lead(about)]),
    ...before,
    ...compactTable(
      groupsChart(panel, []).table,
      groups.map(({ label, figures: { count, median } }) => ({ name: label, count, median })),
    ),
    ...after,
  ];
}

function ownLead(filters: SearchFilters, own: GroupPanel['own']): PaperBlock[] {
  const text = own === null ? null : ownFilterText(filters, own);
  return text === null ? [] : [lead(text)];
}

/** The demographics of the records: gender and its gap, age, schooling. */
export function demographicBlocks(panels: Panels, filters: SearchFilters): PaperBlock[] {
  return [
    heading(1, 'Análise demográfica'),
    ...panelsOfSection('quem').flatMap((name) => [
      heading(2, panelTexts[name].header),
      ...groupBlocks(groupPanel(name, panels, filters), filters, extraBlocks(name, panels)),
    ]),
  ];
}

function extraBlocks(name: GroupPanelName, { gender, age }: Panels): Extra {
  if (name === 'gender') {
    return {
      before: gender.isComparable ? [lead(gapText(gender))] : [],
      after: gender.gap ? [note(gapCautions(gender))] : [],
    };
  }
  if (name !== 'age') return {};
  const known = age.bands.reduce((sum, { count }) => sum + count, 0);
  return {
    before: known >= minForStatistics ? [lead(commonestText(age.bands))] : [],
    after: [note(knownAgesText(age))],
  };
}

function commonestText(bands: Panels['age']['bands']): string {
  const top = topBands(bands).map(({ faixa, percent }) => `${ageBandName(faixa)}, ${percent}`);
  return `Faixas mais comuns, dos registros com faixa conhecida: ${top.join('; ')}.`;
}

/** The map with its ranking, all states as a table, and the municipalities of the requested state. */
export function regionalBlocks(
  panel: RegionalPanel,
  filters: SearchFilters,
  states: readonly StateName[],
): PaperBlock[] {
  const chosen = filters.uf ?? panel.municipalities?.uf;
  // The table has the ranking.
  const chart = regionalChart(panel, chosen, []);
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
  const { nome, places, regions, total } = municipalities;
  const title = `Municípios: ${nome}`;
  const ofState = `${prepositionBefore(nome, 'de')} ${nome}`;
  if (places.length === 0) return [heading(2, title), empty(emptyTexts.municipalities)];
  return [
    heading(2, title),
    ...(places.length < total
      ? [lead(`Os ${formatCount(places.length)} com mais registros, de ${formatCount(total)}.`)]
      : []),
    ...placesTable('Município', `Salários por município ${ofState}`, places),
    ...(regions.length === 0
      ? []
      : [
          heading(2, `Regiões do IBGE: ${nome}`),
          ...placesTable('Região', `Salários por região do IBGE ${ofState}`, regions),
        ]),
  ];
}

/** Regions of IBGE have no means. */
function placesTable(header: string, caption: string, places: readonly Place[]): PaperBlock[] {
  const hasMeans = places.some(({ average }) => average !== null);
  const columns = groupColumns.filter(({ key }) => key !== 'average' || hasMeans);
  return compactTable(
    {
      caption,
      columns: [
        { header, format: 'text' },
        { header: 'Posição', format: 'count' },
        ...columns.map((column) =>
          column.key === 'share' ? { ...column, header: 'Parte do estado' } : column,
        ),
      ],
      rows: places.map((place) => [
        place.nome,
        place.rank,
        ...columns.map(({ key }) => place[key]),
      ]),
    },
    places.map(({ nome, count, median }) => ({ name: nome, count, median })),
  );
}

/** Month by month: one chart, in real money if there is an index, and both tables, because paper has no switch. */
export function trendBlocks(panel: TrendPanel): PaperBlock[] {
  const money = usualMoney(panel);
  const chart = trendChart(panel, money);
  if (panel.months.every(({ median }) => median === null)) {
    return [heading(1, chart.title), empty(emptyTexts.trend)];
  }
  return [
    heading(1, chart.title),
    lead(yearOnYearText(panel, money)),
    figureBlock(chart),
    tableBlock(chart.table),
    ...(money === 'nominal'
      ? [note('Sem valores reais: nenhum destes meses tem o INPC carregado.')]
      : [
          lead(`Em valores nominais: ${lowerFirst(yearOnYearText(panel, 'nominal'))}`),
          tableBlock(trendChart(panel, 'nominal').table),
        ]),
  ];
}
