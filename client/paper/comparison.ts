import { formatCounted, formatReais } from '../../shared/words/format.ts';
import {
  ageBandName,
  genderName,
  occupationName,
  sectorName,
  sizeName,
} from '../../shared/codes/codes.ts';
import type { GroupFigures, Panels } from '../../shared/contracts/panels.ts';
import { stripsDrawing } from '../features/compare/strips-chart.ts';
import { comparedTrend } from '../features/compare/trend-chart.ts';
import { figureBlock, heading, lead } from './figure.tsx';
import type { PaperBlock, PaperSelection, StateName } from './blocks.ts';

/** Two to five selections side by side: the charts of the screen. */
export function comparisonBlocks(selections: readonly PaperSelection[]): PaperBlock[] {
  const answers = selections.map(({ label: letter, name, answer }, place) => ({
    place,
    letter,
    name,
    answer,
  }));
  const charts = [stripsDrawing(answers), comparedTrend(answers)];
  return charts.flatMap((chart) =>
    chart === null ? [] : [heading(2, chart.title), figureBlock(chart)],
  );
}

type AllPanels = readonly (Panels | null)[];

/** The figures of a group for each selection, in their order. */
type ComparedGroup = {
  key: string;
  label: string;
  values: readonly (GroupFigures | undefined)[];
};

/** One table of all groups: each selection's median, and below it the record count. */
export function comparisonPanelBlocks(
  selections: readonly PaperSelection[],
  states: readonly StateName[],
): PaperBlock[] {
  const panels = selections.map(({ answer }) => answer.panels);
  const rows = groupsOfPanels(panels, states)
    .filter(({ groups }) => groups.length > 0)
    .flatMap(({ title, groups }) => [
      [title],
      ...groups.map(({ label, values }) => [label, ...values.map(cellOf)]),
    ]);
  return [
    heading(2, 'Medianas por grupo'),
    lead('A mediana de cada seleção e, abaixo dela, n: quantos registros ela tem no grupo.'),
    {
      kind: 'table',
      caption: 'Medianas por grupo e seleção',
      columns: [
        { header: 'Grupo', isText: true },
        ...selections.map(({ label }) => ({ header: label, isText: false })),
      ],
      rows,
    },
  ];
}

function cellOf(value: GroupFigures | undefined): string {
  const count = formatCounted(value?.count ?? 0, 'registro', 'registros');
  const median = value?.median ?? null;
  return `${median === null ? '—' : formatReais(median)}\n${count}`;
}

const groupsOfPanels = (panels: AllPanels, states: readonly StateName[]) => [
  { title: 'Competitividade regional', groups: regions(panels, states) },
  {
    title: 'Porte da empresa',
    groups: compared(
      panels,
      ({ companySize }) => companySize.sizes,
      ({ porte }) => porte ?? '',
      ({ porte }) => sizeName(porte),
    ),
  },
  {
    title: 'Gênero',
    groups: compared(
      panels,
      ({ gender }) => gender.genders,
      ({ genero }) => genero ?? '',
      ({ genero }) => genderName(genero),
    ),
  },
  {
    title: 'Faixa etária',
    groups: compared(
      panels,
      ({ age }) => age.bands,
      ({ faixa }) => faixa,
      ({ faixa }) => ageBandName(faixa),
    ),
  },
  {
    title: 'Escolaridade',
    groups: compared(
      panels,
      ({ schooling }) => schooling.groups,
      ({ escolaridade }) => escolaridade,
      ({ nome }) => nome,
    ).toSorted((one, other) => Number(one.key) - Number(other.key)),
  },
  {
    title: 'Setor de atividade',
    groups: mostFrequent(
      compared(
        panels,
        ({ sector }) => sector.sectors,
        ({ codigo }) => codigo,
        (section) => sectorName(section),
      ),
    ),
  },
  {
    title: 'Ocupações semelhantes',
    groups: mostFrequent(
      compared(
        panels,
        ({ family }) => family?.occupations ?? [],
        ({ cbo }) => cbo,
        (one) => `${occupationName(one)} (${one.cbo})`,
      ),
    ),
  },
];

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

/** The maximum number of sectors and occupations: those with the most records that have a median. */
const mostGroups = 60;

const recordsOf = ({ values }: ComparedGroup) =>
  values.reduce((sum, value) => sum + (value?.count ?? 0), 0);

const mostFrequent = (groups: ComparedGroup[]) =>
  groups
    .filter(({ values }) => values.some((value) => value != null && value.median !== null))
    .toSorted((one, other) => recordsOf(other) - recordsOf(one))
    .slice(0, mostGroups);

function regions(panels: AllPanels, states: readonly StateName[]): ComparedGroup[] {
  const of = (sigla: string) =>
    panels.map((panel) => panel?.regional.states.find(({ codigo }) => codigo === sigla));
  return [
    ...states
      .toSorted((one, other) => one.nome.localeCompare(other.nome, 'pt-BR'))
      .map(({ sigla, nome }) => ({ key: sigla, label: nome, values: of(sigla) })),
    { key: 'BR', label: 'Brasil', values: panels.map((panel) => panel?.regional.country) },
  ];
}
