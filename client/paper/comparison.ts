import { formatAmount, formatCount } from '../../shared/words/format.ts';
import type { GroupFigures, Panels } from '../../shared/contracts/panels.ts';
import {
  groupPanelNames,
  panelTexts,
  wholePanel,
  type GroupPanelName,
  type PanelGroup,
} from '../../shared/panels/group-panels.ts';
import type { SearchAnswer } from '../../shared/contracts/search.ts';
import { stripsDrawing } from '../features/compare/strips-chart.ts';
import { comparedTrend } from '../features/compare/trend-chart.ts';
import { figureBlock, heading, lead } from './figure.tsx';
import type { PaperBlock, PaperSelection, StateName } from './blocks.ts';

/** Two to five selections, as the charts of the screen name them. */
const comparedOf = (selections: readonly PaperSelection[]) =>
  selections.map(({ label: letter, name, answer }, place) => ({ place, letter, name, answer }));

/** The selections on one axis, for the first page. */
export const comparisonFigure = (selections: readonly PaperSelection[]) =>
  figureBlock(stripsDrawing(comparedOf(selections)));

export function comparisonTrendBlocks(selections: readonly PaperSelection[]): PaperBlock[] {
  const chart = comparedTrend(comparedOf(selections));
  return chart === null ? [] : [heading(2, chart.title), figureBlock(chart)];
}

type Answers = readonly Pick<SearchAnswer, 'panels' | 'totalCount'>[];

/** Undefined without records; null if the answer does not state the group's records. */
type ComparedValue = GroupFigures | undefined | null;

/** The figures of a group for each selection, in their order. */
type ComparedGroup = {
  label: string;
  values: readonly ComparedValue[];
};

/** One table of the groups that two selections or more state: each selection's median and record count. */
export function comparisonPanelBlocks(
  selections: readonly PaperSelection[],
  states: readonly StateName[],
): PaperBlock[] {
  const rows = groupsOfPanels(
    selections.map(({ answer }) => answer),
    states,
  )
    .filter(({ groups }) => groups.length > 0)
    .flatMap(({ title, groups }) => [
      [title],
      ...groups.map(({ label, values }) => [label, ...values.flatMap(cellsOf)]),
    ]);
  return [
    heading(2, 'Medianas por grupo'),
    lead(
      'Mediana em reais e número de registros (n). “—”: sem valor. O painel dos estados não usa o filtro de lugar; cada um dos outros não usa o filtro do seu assunto.',
    ),
    {
      kind: 'table',
      caption: 'Medianas por grupo e seleção',
      columns: [
        { header: 'Grupo', isText: true },
        ...selections.flatMap(({ label }) =>
          [label, `n ${label}`].map((header) => ({ header, isText: false })),
        ),
      ],
      rows,
    },
  ];
}

function cellsOf(value: ComparedValue): string[] {
  if (value === null) return ['—', '—'];
  const median = value?.median ?? null;
  return [
    median === null ? '—' : formatAmount(Math.round(median * 100)),
    formatCount(value?.count ?? 0),
  ];
}

const groupsOfPanels = (answers: Answers, states: readonly StateName[]) => [
  { title: 'Competitividade regional', groups: regions(answers, states) },
  ...groupPanelNames.map((name) => comparedPanel(name, answers)),
];

/** A group in an answer without panels: one with records does not state how many the group has. */
const withoutPanels = ({ totalCount }: Answers[number]): ComparedValue =>
  totalCount === 0 ? undefined : null;

/** The groups of a panel, those with the most records if there are many. */
function comparedPanel(name: GroupPanelName, answers: Answers) {
  const { title, codeHeader } = panelTexts[name];
  // Another selection's panel may have other sectors, sectors of another level, or another family.
  const absent = codeHeader === undefined ? undefined : null;
  const each = answers.map((answer) =>
    answer.panels === null
      ? { listed: [], absent: withoutPanels(answer) }
      : { listed: wholePanel(name, answer.panels).groups, absent },
  );
  const groups = mergedGroups(each.map(({ listed }) => listed))
    .map((group) => ({
      label: comparedLabel(group),
      values: each.map(
        (one) => one.listed.find(({ key }) => key === group.key)?.figures ?? one.absent,
      ),
    }))
    .filter(
      (group) => recordsOf(group) > 0 && group.values.filter((value) => value !== null).length > 1,
    );
  return { title, groups: groups.length > maxGroups ? mostFrequent(groups) : groups };
}

/** The group's name and code, unless the name has the code already or there is none. */
const comparedLabel = ({ label, code, isUnknown }: PanelGroup) =>
  code === undefined || isUnknown || label.startsWith(`${code},`) ? label : `${label} (${code})`;

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
const maxGroups = 60;

const recordsOf = ({ values }: ComparedGroup) =>
  values.reduce((sum, value) => sum + (value?.count ?? 0), 0);

const mostFrequent = (groups: ComparedGroup[]) =>
  groups
    .filter(({ values }) => values.some((value) => value != null && value.median !== null))
    .toSorted((one, other) => recordsOf(other) - recordsOf(one))
    .slice(0, maxGroups);

function regions(answers: Answers, states: readonly StateName[]): ComparedGroup[] {
  const valuesOf = (read: (panels: Panels) => ComparedValue) =>
    answers.map((answer) => (answer.panels === null ? withoutPanels(answer) : read(answer.panels)));
  return [
    ...states
      .toSorted((one, other) => one.nome.localeCompare(other.nome, 'pt-BR'))
      .map(({ sigla, nome }) => ({
        label: nome,
        values: valuesOf(({ regional }) => regional.states.find(({ codigo }) => codigo === sigla)),
      })),
    { label: 'Brasil', values: valuesOf(({ regional }) => regional.country) },
  ];
}
