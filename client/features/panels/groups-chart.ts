import type { GroupPanel } from '../../../shared/panels/group-panels.ts';
import { groupColumns } from '../../../shared/statistics/catalogue.ts';
import { drawBarRows, inReais, salaryBar } from '../../components/charts/bar-rows.tsx';
import type { Chart } from '../../components/charts/chart.ts';
import { extremesText, figureCells, figuresText, protectionNote, rangeLegend } from './figures.ts';

/** Pay by the groups of a panel. Draws the given groups; the table and the file have all. */
export function groupsChart(panel: GroupPanel, drawn = panel.groups): Chart {
  const { title, by, caption, header, codeHeader, groups } = panel;
  return {
    title,
    summary: `Mediana por ${by}. ${extremesText(panel)}`.trim(),
    legend: rangeLegend,
    draw: drawBarRows(
      drawn.map(({ key, label, figures, isRequested }) => ({
        key,
        label,
        name: figuresText(label, figures),
        isStrong: isRequested,
        bar: salaryBar(figures),
      })),
      inReais,
    ),
    note: protectionNote(groups.map(({ figures }) => figures)),
    table: {
      caption,
      columns: [
        { header, format: 'text' },
        ...(codeHeader === undefined ? [] : [{ header: codeHeader, format: 'text' as const }]),
        ...groupColumns,
      ],
      rows: groups.map(({ label, code, figures }) => [
        label,
        ...(code === undefined ? [] : [code]),
        ...figureCells(figures),
      ]),
    },
  };
}
