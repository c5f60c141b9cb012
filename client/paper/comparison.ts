import { formatMonth, formatReais } from '../../shared/words/format.ts';
import {
  commonMoney,
  medianIn,
  moneyText,
  type MoneyKind,
} from '../../shared/statistics/deflation.ts';
import {
  ageBandName,
  genderName,
  occupationName,
  sectorName,
  sizeName,
} from '../../shared/codes/codes.ts';
import type { GroupFigures, Panels } from '../../shared/contracts/panels.ts';
import type { Chart } from '../components/charts/chart.ts';
import { salaryBar } from '../components/charts/bar.tsx';
import { drawBarRows, inReais, type BarRow } from '../components/charts/bar-rows.tsx';
import type { Series } from '../components/charts/series.tsx';
import { drawSeriesLines } from '../components/charts/series-lines.tsx';
import { drawSeriesShares } from '../components/charts/series-shares.tsx';
import { prepare } from '../../shared/statistics/percentile.ts';
import {
  keyText,
  type ComparedGroup,
  type ComparedPanel,
  groupTableBlocks,
} from './comparison-table.ts';
import { figureBlock, heading, lead, firstThatFit } from './figure.tsx';
import type { PaperBlock, PaperSelection, StateName } from './blocks.ts';

/** Two to five selections side by side: medians, distributions and months. */
export function comparisonBlocks(selections: readonly PaperSelection[]): PaperBlock[] {
  const series = selections.map(({ label, name }) => ({ label, name }));
  return [
    ...medianBlocks(selections),
    ...distributionBlocks(series, selections),
    ...trendBlocks(
      series,
      selections.map(({ answer }) => answer.panels),
    ),
  ];
}

/** The groups of the selections: the same charts, and one table of all. */
export function comparisonPanelBlocks(
  selections: readonly PaperSelection[],
  states: readonly StateName[],
): PaperBlock[] {
  const series = selections.map(({ label, name }) => ({ label, name }));
  const panels = selections.map(({ answer }) => answer.panels);
  const drawn = [
    sizes(panels),
    gender(panels),
    ages(panels),
    schooling(panels),
    sectors(panels),
  ].filter(({ groups }) => groups.length > 0);
  return [
    ...drawn.flatMap((panel) => panelBlocks(series, panel)),
    ...groupTableBlocks(series, [regions(panels, states), ...drawn, occupations(panels)]),
  ];
}

function medianBlocks(selections: readonly PaperSelection[]): PaperBlock[] {
  const rows = selections.map(({ label, name, answer: { statistics } }) => ({
    key: label,
    label: `${label} · ${name}`,
    name: label,
    bars: [salaryBar(statistics)],
  }));
  const texts = selections.flatMap(({ label, name, answer: { statistics } }) =>
    statistics.median === null ? [] : [`${label} · ${name}: ${formatReais(statistics.median)}`],
  );
  return [
    heading(2, 'Mediana e metade central'),
    figureBlock({
      title: 'Mediana e metade central de cada seleção',
      summary: `Medianas. ${texts.join('; ')}.`,
      legend: 'Traço: mediana. Barra: a metade central, do 1º ao 3º quartil.',
      draw: drawBarRows(rows, inReais),
      table: { caption: '', columns: [], rows: [] },
    }),
  ];
}

/** The distributions on one axis: the share of each selection up to a salary. */
function distributionBlocks(
  series: readonly Series[],
  selections: readonly PaperSelection[],
): PaperBlock[] {
  const distributions = selections.map(({ answer }) =>
    answer.statistics.median === null ? null : prepare(answer.distribution),
  );
  if (distributions.every((distribution) => distribution === null)) return [];
  return [
    heading(2, 'Distribuição dos salários'),
    figureBlock({
      title: 'Percentual de registros até cada salário',
      summary:
        'Uma linha para cada seleção sobre o mesmo eixo de salários; as mais à direita pagam mais. Os percentis de cada uma estão na tabela da comparação.',
      legend: `${keyText(series)} Cada linha passa pelos percentis 1 a 99 da seleção: onde ela cruza 50\u00a0% está a mediana.`,
      draw: drawSeriesShares(series, distributions),
      table: { caption: '', columns: [], rows: [] },
    }),
  ];
}

type AllPanels = readonly (Panels | null)[];

/** The groups in the order in which the selections list them. */
function compared<Group extends GroupFigures>(
  panels: AllPanels,
  groupsOf: (panels: Panels) => readonly Group[],
  keyOf: (group: Group) => string,
  labelOf: (group: Group) => string,
): ComparedGroup[] {
  const each = panels.map((panel) => (panel === null ? [] : groupsOf(panel)));
  const labels = new Map(each.flat().map((group) => [keyOf(group), labelOf(group)]));
  return [...labels]
    .map(([key, label]) => ({
      key,
      label,
      values: each.map((groups) => groups.find((group) => keyOf(group) === key)),
    }))
    .filter(({ values }) => values.some((value) => value !== undefined && value.count > 0));
}

const sizes = (panels: AllPanels): ComparedPanel => ({
  title: 'Porte da empresa',
  groups: compared(
    panels,
    ({ companySize }) => companySize.sizes,
    ({ porte }) => porte ?? '',
    ({ porte }) => sizeName(porte),
  ),
});

const gender = (panels: AllPanels): ComparedPanel => ({
  title: 'Gênero',
  groups: compared(
    panels,
    (all) => all.gender.genders,
    ({ genero }) => genero ?? '',
    ({ genero }) => genderName(genero),
  ),
});

const ages = (panels: AllPanels): ComparedPanel => ({
  title: 'Faixa etária',
  groups: compared(
    panels,
    ({ age }) => age.bands,
    ({ faixa }) => faixa,
    ({ faixa }) => ageBandName(faixa),
  ),
});

const schooling = (panels: AllPanels): ComparedPanel => ({
  title: 'Escolaridade',
  groups: compared(
    panels,
    (all) => all.schooling.groups,
    ({ escolaridade }) => escolaridade,
    ({ nome }) => nome,
  ).toSorted((one, other) => Number(one.key) - Number(other.key)),
});

const sectors = (panels: AllPanels): ComparedPanel => ({
  title: 'Setor de atividade',
  groups: byRecords(
    compared(
      panels,
      ({ sector }) => sector.sectors,
      ({ codigo }) => codigo,
      (section) => sectorName(section),
    ),
  ).slice(0, mostGroups),
});

const occupations = (panels: AllPanels): ComparedPanel => ({
  title: 'Ocupações semelhantes',
  groups: byRecords(
    compared(
      panels,
      ({ family }) => family?.occupations ?? [],
      ({ cbo }) => cbo,
      (one) => `${occupationName(one)} (${one.cbo})`,
    ),
  ).slice(0, mostGroups),
});

/** The maximum number of sectors and occupations: those with the most records that have a median. */
const mostGroups = 60;

const recordsOf = ({ values }: ComparedGroup) =>
  values.reduce((sum, value) => sum + (value?.count ?? 0), 0);

const byRecords = (groups: ComparedGroup[]) =>
  groups
    .filter(({ values }) => values.some((value) => value != null && value.median !== null))
    .toSorted((one, other) => recordsOf(other) - recordsOf(one));

function regions(panels: AllPanels, states: readonly StateName[]): ComparedPanel {
  const of = (sigla: string) =>
    panels.map((panel) => panel?.regional.states.find(({ codigo }) => codigo === sigla));
  return {
    title: 'Competitividade regional',
    groups: [
      ...states
        .toSorted((one, other) => one.nome.localeCompare(other.nome, 'pt-BR'))
        .map(({ sigla, nome }) => ({ key: sigla, label: nome, values: of(sigla) })),
      { key: 'BR', label: 'Brasil', values: panels.map((panel) => panel?.regional.country) },
    ],
  };
}

function panelBlocks(series: readonly Series[], { title, groups }: ComparedPanel): PaperBlock[] {
  const chartOf = (shown: readonly ComparedGroup[]): Chart => ({
    title: `${title}: mediana de cada seleção`,
    summary: shown.map(groupSummary(series)).join('; '),
    legend: `${keyText(series)} Traço: mediana. Barra: do 1º ao 3º quartil.`,
    draw: drawBarRows(shown.map(rowOf(series)), inReais),
    table: { caption: '', columns: [], rows: [] },
  });
  const shown = firstThatFit(groups, chartOf);
  return [
    heading(2, title),
    ...(shown.length < groups.length
      ? [lead(`Os ${shown.length} com mais registros; outros estão na tabela.`)]
      : []),
    figureBlock(chartOf(shown)),
  ];
}

const groupSummary =
  (series: readonly Series[]) =>
  ({ label, values }: ComparedGroup) =>
    `${label}: ${values
      .map((value, index) => `${series[index]?.label} ${reaisOr(value?.median ?? null)}`)
      .join(', ')}`;

const reaisOr = (reais: number | null) => (reais === null ? 'sem mediana' : formatReais(reais));

/** The selections that have records in a group; the others need no bar. */
const rowOf =
  (series: readonly Series[]) =>
  ({ key, label, values }: ComparedGroup): BarRow => ({
    key,
    label,
    name: label,
    bars: values.flatMap((value, index) =>
      value === undefined || value.count === 0
        ? []
        : [{ ...salaryBar(value), series: { index, letter: series[index]?.label ?? '' } }],
    ),
  });

function medianOf(panel: Panels | null, month: string, money: MoneyKind): number | null {
  const found = panel?.trend.months.find((one) => one.month === month);
  return found === undefined ? null : medianIn(found, money);
}

function trendBlocks(series: readonly Series[], panels: AllPanels): PaperBlock[] {
  const months = [
    ...new Set(panels.flatMap((panel) => panel?.trend.months.map(({ month }) => month) ?? [])),
  ].toSorted();
  const trends = panels.flatMap((panel) => panel?.trend ?? []);
  const money = commonMoney(trends);
  const inMoney = moneyText(trends[0] ?? { realMonth: null }, money);
  const lines = panels.map((panel) => months.map((month) => medianOf(panel, month, money)));
  if (lines.every((values) => values.every((reais) => reais === null))) return [];
  return [
    heading(2, 'Tendências'),
    figureBlock({
      title: `Mediana por mês de cada seleção, ${inMoney}`,
      summary: lines.flatMap((values, index) => lastText(series, months, values, index)).join('; '),
      legend: `${keyText(series)} Cada linha é a mediana do mês, ${inMoney}.`,
      draw: drawSeriesLines(series, lines, months.map(formatMonth)),
      table: { caption: '', columns: [], rows: [] },
    }),
  ];
}

function lastText(
  series: readonly Series[],
  months: readonly string[],
  values: readonly (number | null)[],
  index: number,
): string[] {
  const at = values.findLastIndex((reais) => reais !== null);
  const month = months[at];
  if (month === undefined) return [];
  return [`${series[index]?.label}, em ${formatMonth(month)}: ${reaisOr(values[at] ?? null)}`];
}
