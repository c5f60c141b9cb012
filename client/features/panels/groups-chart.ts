import type { GroupFigures } from '../../../shared/contracts/panels.ts';
import { groupColumns } from '../../../shared/statistics/catalogue.ts';
import { drawBarRows, inReais } from '../../components/charts/bar-rows.tsx';
import type { Chart } from '../../components/charts/chart.ts';
import { groupRow, rangeLegend, figureCells, extremesText } from './figures.ts';

/** A group of a panel, as its chart and its table show it. */
interface ChartGroup {
  readonly key: string;
  readonly label: string;
  readonly isAsked: boolean;
  readonly figures: GroupFigures;
}

interface GroupsChart {
  readonly title: string;
  /** "Mediana por …". */
  readonly by: string;
  readonly caption: string;
  /** The header of the table's first column. */
  readonly header: string;
  readonly groups: readonly ChartGroup[];
  /** Whether the groups are comparable. */
  readonly isComparable: boolean;
  readonly designEffect: number;
}

/** Pay by the groups of a panel: a row for each, from the lower quartile to the upper. */
export function groupsChart(chart: GroupsChart): Chart {
  const { title, by, caption, header, groups } = chart;
  return {
    title,
    summary: `Mediana por ${by}. ${extremesText(chart)}`.trim(),
    legend: rangeLegend,
    draw: drawBarRows(
      groups.map(({ key, label, figures, isAsked }) => groupRow(key, label, figures, isAsked)),
      inReais,
    ),
    table: {
      caption,
      columns: [{ header, format: 'text' }, ...groupColumns],
      rows: groups.map(({ label, figures }) => [label, ...figureCells(figures)]),
    },
  };
}
