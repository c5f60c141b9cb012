import {
  Chart,
  ChartFont,
  ChartFormat,
  ChartLegendPosition,
  ChartLine,
  ChartRange,
  ChartSeries,
  ChartSolidFill,
  ChartType,
  Color,
} from 'wasm-xlsxwriter';
import { keysOf } from '../../../../shared/codes/keys.ts';
import { statistics } from '../../../../shared/statistics/catalogue.ts';
import { reference } from './cells.ts';
import { colors, selectionColors } from './formats.ts';
import type { Sheet } from './sheet.ts';
import type { WrittenTable } from './table.ts';

interface Series {
  /** The cell that holds its name. A name is never passed as text, which could be read as a formula. */
  readonly name: readonly [row: number, column: number];
  readonly column: number;
  readonly color: number;
}

export interface ChartPlan {
  readonly kind: 'columns' | 'lines';
  /** The product's own text, never a user's. */
  readonly title: string;
  readonly altText: string;
  readonly rows: ChartRows;
  /** The column that names the rows. */
  readonly categories: number;
  readonly series: readonly Series[];
  readonly categoryAxis: string;
  readonly valueAxis: string;
  readonly valueFormat: string;
  readonly categoryFormat?: string;
  readonly widthPixels?: number;
}

type ChartRows = Pick<WrittenTable, 'firstRow' | 'lastRow'>;

const heightPixels = 320;
const usualWidthPixels = 760;
const rowPixels = 20;

export const chartRows = Math.ceil(heightPixels / rowPixels) + 1;

/** Draws a chart of the sheet's own cells, with its upper left corner in a cell. */
export function writeChart(
  sheet: Sheet,
  [row, column]: readonly [number, number],
  plan: ChartPlan,
) {
  if (plan.rows.lastRow < plan.rows.firstRow || plan.series.length === 0) return;
  const chart = new Chart(plan.kind === 'columns' ? ChartType.Column : ChartType.Line);
  for (const series of plan.series) chart.pushSeries(seriesOf(sheet, plan, series));
  chart.title().setName(plan.title).setFont(new ChartFont().setSize(12).setBold());
  chart.setAltText(plan.altText);
  chart.setWidth(plan.widthPixels ?? usualWidthPixels).setHeight(heightPixels);
  if (plan.series.length === 1) chart.legend().setHidden();
  else chart.legend().setPosition(ChartLegendPosition.Bottom);
  chart.xAxis().setName(plan.categoryAxis);
  if (plan.categoryFormat !== undefined) chart.xAxis().setNumFormat(plan.categoryFormat);
  chart.yAxis().setName(plan.valueAxis).setNumFormat(plan.valueFormat);
  // A column's length shows its value, so the axis begins at zero.
  if (plan.kind === 'columns') chart.yAxis().setMin(0);
  sheet.worksheet.insertChart(row, column, chart);
}

function seriesOf(
  sheet: Sheet,
  { kind, rows, categories }: ChartPlan,
  { name, column, color }: Series,
) {
  const series = new ChartSeries()
    .setName(`=${reference(sheet.name, name)}`)
    .setCategories(rangeOf(sheet, rows, categories))
    .setValues(rangeOf(sheet, rows, column));
  const shown = Color.rgb(color);
  const format = new ChartFormat().setSolidFill(new ChartSolidFill().setColor(shown));
  return series.setFormat(
    kind === 'columns' ? format : format.setLine(new ChartLine().setColor(shown).setWidth(2)),
  );
}

const rangeOf = ({ name }: Sheet, { firstRow, lastRow }: ChartRows, column: number) =>
  ChartRange.newFromRange(name, firstRow, column, lastRow, column);

/**
 * The series of a table of salaries, found by their headers: the quartiles and the median of its only group, or the
 * medians of several groups, named by the labels above them.
 */
export function salarySeries({ headerRow, groups }: WrittenTable): Series[] {
  const [only] = groups;
  if (groups.length === 1 && only !== undefined) {
    return keysOf(quartileColors).map((key) => {
      const column = only.start + only.headers.indexOf(statistics[key].label);
      return { name: [headerRow, column], column, color: quartileColors[key] };
    });
  }
  return groups.map(({ start, headers }, index) => ({
    name: [headerRow - 1, start],
    column: start + headers.indexOf(statistics.median.label),
    color: selectionColors[index] ?? colors.bar,
  }));
}

const quartileColors = { p25: colors.bar, median: colors.accent, p75: colors.barStrong } as const;
