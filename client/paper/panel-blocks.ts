import { formatCount, formatCounted } from '../../shared/words/format.ts';
import { occupationName, sectorName, ageBandName } from '../../shared/codes/codes.ts';
import type {
  FamilyPanel,
  Panels,
  SectorPanel,
  AgePanel,
  GenderPanel,
  GroupFigures,
  RegionalPanel,
  TrendPanel,
} from '../../shared/contracts/panels.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import type { Chart } from '../components/charts/chart.ts';
import { companySizeChart } from '../features/panels/company-size-panel.tsx';
import { emptyTexts } from '../features/panels/empty-reason.tsx';
import { ownFilterText, type OwnFilter } from '../features/panels/own-filters.tsx';
import { familyChart } from '../features/panels/family-panel.tsx';
import { sectorChart } from '../features/panels/sector-panel.tsx';
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
import { gapText, genderChart, schoolingChart } from '../features/panels/demographic-panel.tsx';
import { figureCells } from '../features/panels/figures.ts';
import { hasGenderData } from '../features/panels/gender-data.ts';
import { ageChart, topBands } from '../features/panels/age-bands.tsx';
import { groupColumns } from '../../shared/statistics/catalogue.ts';
import { regionalChart } from '../features/panels/regional-chart.ts';
import { positionText } from '../features/panels/regional-panel.tsx';
import { usualMoney, type MoneyKind } from '../../shared/statistics/deflation.ts';
import { trendChart, yearOnYearText } from '../features/panels/trend-panel.tsx';

export function companySizeBlocks(
  panel: Panels['companySize'],
  filters: SearchFilters,
): PaperBlock[] {
  const sizes = panel.sizes.filter(({ count }) => count > 0);
  const chart = companySizeChart({ ...panel, sizes }, filters.porte);
  if (sizes.every(({ porte }) => porte === null)) {
    return [heading(1, chart.title), empty(emptyTexts.companySize)];
  }
  const own = ownFilterText(filters, 'companySize');
  return [
    heading(1, chart.title),
    ...(own === null ? [] : [lead(own)]),
    ...figureUnlessCounts(chart, sizes),
    note('Pelo critério do SEBRAE, segundo os empregados em janeiro e o setor.'),
    tableBlock(chart.table),
  ];
}

export function sectorBlocks(panel: SectorPanel, filters: SearchFilters): PaperBlock[] {
  const { sectors, level, section, total } = panel;
  const chartOf = (shown: SectorPanel['sectors']) => sectorChart(panel, shown, filters.cnaes ?? []);
  if (sectors.length === 0) return [heading(1, chartOf([]).title), empty(emptyTexts.sector)];
  const own = ownFilterText(filters, level === 'secao' ? 'section' : 'subclass');
  return [
    heading(1, chartOf([]).title),
    ...(own === null ? [] : [lead(own)]),
    ...(level === 'subclasse'
      ? [lead(`Atividades de: ${section?.nome ?? 'setor sem nome'}.`)]
      : []),
    ...(sectors.length < total
      ? [
          lead(
            `São ${formatCount(total)}; aqui estão as ${formatCount(sectors.length)} com mais registros.`,
          ),
        ]
      : []),
    ...manyRowBlocks(sectors, (shown) => chartOf([...shown]), sectorName),
  ];
}

export function familyBlocks(panel: FamilyPanel | null): PaperBlock[] {
  if (!panel || panel.occupations.length === 0) {
    return [
      heading(1, 'Ocupações semelhantes'),
      empty(panel ? emptyTexts.familyAlone : emptyTexts.familyUnasked),
    ];
  }
  return [
    heading(1, 'Ocupações semelhantes'),
    lead(`Ocupações da família ${panel.familia} da CBO.`),
    ...manyRowBlocks(panel.occupations, (shown) => familyChart(panel, shown), occupationName),
  ];
}

/** The first rows as a drawing, all of them in the table or below it. */
function manyRowBlocks<Row extends { count: number; median: number | null }>(
  rows: readonly Row[],
  chartOf: (shown: readonly Row[]) => Chart,
  nameOf: (row: Row) => string,
): PaperBlock[] {
  const shown = firstThatFit(rows, chartOf);
  const chart = chartOf(shown);
  return [
    ...figureUnlessCounts(chart, rows),
    ...(shown.length < rows.length
      ? [
          note(
            `No gráfico, os ${formatCount(shown.length)} com mais registros; na tabela, os outros.`,
          ),
        ]
      : []),
    ...compactTable(
      chart.table,
      rows.map((row) => ({ name: nameOf(row), count: row.count, median: row.median })),
    ),
  ];
}

type Demographic = Pick<Panels, 'gender' | 'age' | 'schooling'>;

/** The demographics of the records: gender and its gap, age, schooling. */
export function demographicBlocks(
  { gender, age, schooling }: Demographic,
  filters: SearchFilters,
): PaperBlock[] {
  const groups = schooling.groups.filter(({ count }) => count > 0);
  return [
    heading(1, 'Análise demográfica'),
    heading(2, 'Gênero'),
    ...ownLead(filters, 'sex'),
    ...(hasGenderData(gender)
      ? genderBlocks(gender, filters)
      : [empty('Nenhum destes registros informa o gênero.')]),
    heading(2, 'Faixa etária'),
    ...ownLead(filters, 'age'),
    ...ageBlocks(age, filters),
    heading(2, 'Escolaridade'),
    ...ownLead(filters, 'schooling'),
    ...(groups.length === 0
      ? [empty(emptyTexts.schooling)]
      : withTable(schoolingChart({ ...schooling, groups }, filters.escolaridade), groups)),
  ];
}

function ownLead(filters: SearchFilters, own: OwnFilter): PaperBlock[] {
  const text = ownFilterText(filters, own);
  return text === null ? [] : [lead(text)];
}

const withTable = (chart: Chart, groups: readonly GroupFigures[]): PaperBlock[] => [
  ...figureUnlessCounts(chart, groups),
  tableBlock(chart.table),
];

function genderBlocks(gender: GenderPanel, filters: SearchFilters): PaperBlock[] {
  const { gap } = gender;
  const chart = genderChart(gender, filters.genero);
  return [
    ...(gender.isComparable ? [lead(gapText(gap))] : []),
    ...figureUnlessCounts(chart, gender.genders),
    ...(gap ? [note(gapCautions(gender))] : []),
    tableBlock(chart.table),
  ];
}

function ageBlocks(age: AgePanel, filters: SearchFilters): PaperBlock[] {
  const { bands, outside } = age;
  const total = bands.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return [empty(emptyTexts.age)];
  const others =
    outside > 0
      ? `; fora dela, ${formatCounted(outside, 'registro', 'registros')} (menores de 18 anos ou sem idade)`
      : '';
  return [
    ...(total >= fewestForStatistics ? [lead(commonestText(bands))] : []),
    ...withTable(ageChart(age, filters.faixaEtaria), bands),
    note(`De ${formatCounted(total, 'registro', 'registros')} com faixa conhecida${others}.`),
  ];
}

function commonestText(bands: AgePanel['bands']): string {
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
  const own = ownFilterText(filters, 'place');
  const absent = states.filter(({ sigla }) => panel.states.every(({ codigo }) => codigo !== sigla));
  return [
    heading(1, chart.title),
    lead(positionText(panel, chosen)),
    ...(own === null ? [] : [lead(own)]),
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
