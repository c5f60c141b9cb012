import { formatCounted, formatReais } from '../../shared/words/format.ts';
import type { GroupFigures, Panels } from '../../shared/contracts/panels.ts';
import {
  groupPanelNames,
  panelTexts,
  wholePanel,
  type GroupPanelName,
  type PanelGroup,
} from '../../shared/panels/group-panels.ts';
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

/** Undefined without records; null if the answer does not state the group's records. */
type ComparedValue = GroupFigures | undefined | null;

/** The figures of a group for each selection, in their order. */
type ComparedGroup = {
  label: string;
  values: readonly ComparedValue[];
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
    lead(
      'A mediana de cada seleção e, abaixo dela, n: quantos registros ela tem no grupo. Só “—”: a resposta da seleção não traz esse grupo.',
    ),
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

function cellOf(value: ComparedValue): string {
  if (value === null) return '—';
  const count = formatCounted(value?.count ?? 0, 'registro', 'registros');
  const median = value?.median ?? null;
  return `${median === null ? '—' : formatReais(median)}\n${count}`;
}

const groupsOfPanels = (panels: AllPanels, states: readonly StateName[]) => [
  { title: 'Competitividade regional', groups: regions(panels, states) },
  ...groupPanelNames.map((name) => comparedPanel(name, panels)),
];

/** The groups of a panel, those with the most records if there are many. */
function comparedPanel(name: GroupPanelName, panels: AllPanels) {
  const { title, codeHeader } = panelTexts(name);
  const each = panels.map((one) => (one === null ? null : wholePanel(name, one).groups));
  const groups = mergedGroups(each.map((own) => own ?? []))
    .map((group) => ({
      label: comparedLabel(group),
      values: each.map((own): ComparedValue => {
        const found = own?.find(({ key }) => key === group.key);
        // Another selection's panel may have other sectors, sectors of another level, or another family.
        return found === undefined && own !== null && codeHeader !== undefined
          ? null
          : found?.figures;
      }),
    }))
    .filter((group) => recordsOf(group) > 0);
  return { title, groups: groups.length > mostGroups ? mostFrequent(groups) : groups };
}

/** The group's name and code, unless the name has the code already or there is none. */
const comparedLabel = ({ label, code, isUnknown }: PanelGroup) =>
  code === undefined || isUnknown || label.includes(code) ? label : `${label} (${code})`;

/** The groups of all lists. A group that only a later list has follows the group before it there. */
export function mergedGroups<Group extends { readonly key: string }>(
  lists: readonly (readonly Group[])[],
): Group[] {
  const merged: Group[] = [];
  for (const list of lists) {
    let place = 0;
    for (const group of list) {
      const known = merged.findIndex(({ key }) => key === group.key);
      if (known === -1) merged.splice(place, 0, group);
      place = known === -1 ? place + 1 : known + 1;
    }
  }
  return merged;
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
      .map(({ sigla, nome }) => ({ label: nome, values: of(sigla) })),
    { label: 'Brasil', values: panels.map((panel) => panel?.regional.country) },
  ];
}
