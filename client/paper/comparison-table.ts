import { formatCounted, formatReais } from '../../shared/words/format.ts';
import type { GroupFigures } from '../../shared/contracts/panels.ts';
import type { Series } from '../components/charts/series.tsx';
import { heading, lead } from './figure.tsx';
import type { PaperBlock } from './blocks.ts';

/** One table of all groups: each selection's median, and below it the record count. */
export function groupTableBlocks(
  series: readonly Series[],
  panels: readonly ComparedPanel[],
): PaperBlock[] {
  const rows = panels
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
        ...series.map(({ label }) => ({ header: label, isText: false })),
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

/** The figures of a group for each selection, in their order. */
export type ComparedGroup = {
  key: string;
  label: string;
  values: readonly (GroupFigures | undefined)[];
};
export type ComparedPanel = { title: string; groups: readonly ComparedGroup[] };

/** "A: Vendedor. B: Caixa." */
export const keyText = (series: readonly Series[]) =>
  series.map(({ label, name }) => `${label}: ${name}.`).join(' ');
