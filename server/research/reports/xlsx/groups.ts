import type { GroupFigures, Panels } from '../../../../shared/contracts/panels.ts';
import {
  panelTexts,
  wholePanel,
  type GroupPanelName,
} from '../../../../shared/panels/group-panels.ts';
import { groupColumns } from '../../../../shared/statistics/catalogue.ts';
import type { ReportModel } from '../model.ts';
import { type ChartPlan, salarySeries, writeChart } from './charts.ts';
import { wholeReais } from './formats.ts';
import { groupLabel } from './book.ts';
import type { Sheet } from './sheet.ts';
import { writeTable, type WrittenTable } from './table.ts';

export interface GroupLine {
  readonly key: string;
  readonly names: readonly string[];
  readonly figures: GroupFigures;
  /** Only for places. */
  readonly rank?: number | null;
}

/** A group and its line in each selection, in selection order; undefined if a selection lacks the group. */
interface ComparedLine {
  readonly names: readonly string[];
  readonly lines: readonly (GroupLine | undefined)[];
}

/** The groups of all selections: those of the first in its order, then the ones that only later selections have. */
export function comparedLines(
  { selections }: ReportModel,
  read: (panels: Panels) => readonly GroupLine[],
): ComparedLine[] {
  const byKey = selections.map(({ answer }) => {
    const lines = answer.panels === null ? [] : read(answer.panels);
    return new Map(lines.map((line) => [line.key, line]));
  });
  const keys = new Set(byKey.flatMap((lines) => [...lines.keys()]));
  return [...keys].map((key) => {
    const lines = byKey.map((linesOfSelection) => linesOfSelection.get(key));
    return { names: lines.find((line) => line !== undefined)?.names ?? [], lines };
  });
}

export const comparedPanel = (model: ReportModel, name: GroupPanelName): ComparedLine[] =>
  comparedLines(model, (panels) =>
    wholePanel(name, panels).groups.map(({ key, label, code, figures }) => ({
      key,
      names: code === undefined ? [label] : [label, code],
      figures,
    })),
  );

export function headersOf(name: GroupPanelName): string[] {
  const { header, codeHeader } = panelTexts[name];
  return codeHeader === undefined ? [header] : [header, codeHeader];
}

export interface GroupTable {
  readonly row: number;
  /** The headers of the columns that name a group. */
  readonly headers: readonly string[];
  readonly lines: readonly ComparedLine[];
  readonly isRanked?: boolean;
}

/** Writes groups with the figures that the screen shows, the selections side by side. */
export function writeGroups(
  sheet: Sheet,
  model: ReportModel,
  { row, headers, lines, isRanked = false }: GroupTable,
): WrittenTable {
  const names = headers.map((header, index) => ({
    header,
    format: 'text' as const,
    values: lines.map((line) => line.names[index]),
  }));
  // A comparison and the regions of IBGE have no means of groups, because they would disclose small groups.
  const hasMeans = lines.some((line) =>
    line.lines.some((own) => own && own.figures.average !== null),
  );
  const shown = groupColumns.filter(({ key }) => key !== 'average' || hasMeans);
  const groups = model.selections.map((selection, index) => {
    const selectionLines = lines.map((line) => line.lines[index]);
    const rank = {
      header: 'Posição',
      format: 'count' as const,
      values: selectionLines.map((line) => line?.rank),
    };
    const figures = shown.map(({ key, ...column }) => ({
      ...column,
      values: selectionLines.map((line) => line?.figures[key]),
    }));
    return {
      label: groupLabel(model, selection),
      columns: isRanked ? [rank, ...figures] : figures,
    };
  });
  return writeTable(sheet, row, names, groups);
}

export interface GroupChart extends Pick<
  ChartPlan,
  'title' | 'altText' | 'categoryAxis' | 'widthPixels'
> {
  /** Index among the columns that name a group. */
  readonly categories?: number;
  readonly at: readonly [row: number, column: number];
}

/** Draws the medians of groups; for a single selection, also the quartiles. */
export function writeGroupChart(
  sheet: Sheet,
  table: WrittenTable,
  { at, categories = 0, ...words }: GroupChart,
) {
  writeChart(sheet, at, {
    ...words,
    kind: 'columns',
    rows: table,
    categories,
    series: salarySeries(table),
    valueAxis: table.groups.length > 1 ? 'Mediana' : 'Salário',
    valueFormat: wholeReais,
  });
}
