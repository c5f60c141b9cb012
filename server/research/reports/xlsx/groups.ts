import type { GroupFigures, Panels } from '../../../../shared/contracts/panels.ts';
import {
  panelTexts,
  wholePanel,
  type GroupPanelName,
} from '../../../../shared/panels/group-panels.ts';
import { groupColumns, type GroupColumn } from '../../../../shared/statistics/catalogue.ts';
import type { ReportModel } from '../model.ts';
import { writeChart } from './charts.ts';
import { colors, selectionColors, wholeReais } from './formats.ts';
import { groupLabel } from './book.ts';
import type { Sheet } from './sheet.ts';
import { writeTable, type ColumnGroup, type TableColumn, type WrittenTable } from './table.ts';

/** A group of one selection: its key, its names, its figures. */
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
  const perSelection = selections.map(({ answer }) =>
    answer.panels === null ? [] : read(answer.panels),
  );
  const byKey = perSelection.map((lines) => new Map(lines.map((line) => [line.key, line])));
  const all = new Map(
    perSelection
      .flat()
      .toReversed()
      .map((line) => [line.key, line]),
  );
  const keys = new Set(perSelection.flat().map(({ key }) => key));
  return [...keys].map((key) => ({
    names: all.get(key)?.names ?? [],
    lines: byKey.map((lines) => lines.get(key)),
  }));
}

/** The groups of a panel in all selections. */
export const comparedPanel = (model: ReportModel, name: GroupPanelName): ComparedLine[] =>
  comparedLines(model, (panels) =>
    wholePanel(name, panels).groups.map(({ key, label, code, figures }) => ({
      key,
      names: code === undefined ? [label] : [label, code],
      figures,
    })),
  );

/** The headers of the columns that name a panel's groups. */
export function headersOf(name: GroupPanelName): string[] {
  const { header, codeHeader } = panelTexts(name);
  return codeHeader === undefined ? [header] : [header, codeHeader];
}

export interface GroupTable {
  readonly row: number;
  /** The headers of the columns that name a group. */
  readonly headers: readonly string[];
  readonly lines: readonly ComparedLine[];
  readonly isRanked?: boolean;
}

/** The positions of a group's figures among the columns of a selection. */
export interface WrittenGroups extends WrittenTable {
  readonly median: readonly number[];
  readonly p25: readonly number[];
  readonly p75: readonly number[];
  /** The first column of each selection. */
  readonly starts: readonly number[];
  /** In a comparison, the row with the selections' names. */
  readonly labelRow: number;
}

/** Writes groups with the figures that the screen shows, the selections side by side. */
export function writeGroups(
  sheet: Sheet,
  model: ReportModel,
  { row, headers, lines, isRanked = false }: GroupTable,
): WrittenGroups {
  const names: ColumnGroup = {
    label: undefined,
    columns: headers.map((header, index) => ({
      header,
      format: 'text',
      values: lines.map((line) => line.names[index]),
    })),
  };
  const shown = shownColumns(model);
  const figures = model.selections.map((selection, index) => ({
    label: groupLabel(model, selection),
    columns: figureColumns(
      lines.map((line) => line.lines[index]),
      { shown, isRanked },
    ),
  }));
  const table = writeTable(sheet, row, [names, ...figures]);
  const before = isRanked ? 1 : 0;
  const width = shown.length + before;
  const starts = figures.map((_, index) => headers.length + index * width);
  const columnOf = (wanted: GroupColumn['key']) =>
    starts.map((start) => start + before + shown.findIndex(({ key }) => key === wanted));
  return {
    ...table,
    starts,
    labelRow: row,
    median: columnOf('median'),
    p25: columnOf('p25'),
    p75: columnOf('p75'),
  };
}

/** Omits the means of groups in a comparison, because they would disclose small groups. */
const shownColumns = ({ selections }: ReportModel): readonly GroupColumn[] =>
  groupColumns.filter(({ key }) => key !== 'average' || selections.length === 1);

function figureColumns(
  lines: readonly (GroupLine | undefined)[],
  { shown, isRanked }: { readonly shown: readonly GroupColumn[]; readonly isRanked: boolean },
): TableColumn[] {
  const rank: TableColumn = {
    header: 'Posição',
    format: 'count',
    values: lines.map((line) => line?.rank),
  };
  const figures = shown.map(({ key, ...column }) => ({
    ...column,
    values: lines.map((line) => line?.figures[key]),
  }));
  return isRanked ? [rank, ...figures] : figures;
}

export interface GroupChart {
  readonly title: string;
  readonly altText: string;
  readonly categoryAxis: string;
  /** Index among the columns that name a group. */
  readonly categoryColumn?: number;
  readonly at: readonly [row: number, column: number];
  readonly widthPixels?: number;
}

/** Draws the medians of groups; for a single selection, also the quartiles. */
export function writeGroupChart(
  sheet: Sheet,
  model: ReportModel,
  table: WrittenGroups,
  { at, categoryColumn = 0, ...words }: GroupChart,
) {
  const { firstRow, lastRow, headerRow, labelRow } = table;
  const cells = (column: number) => ({ column, firstRow, lastRow });
  const isCompared = model.selections.length > 1;
  const series = isCompared
    ? table.median.map((column, index) => ({
        // The selection's name is above the first of its columns.
        name: [labelRow, table.starts[index] ?? column] as const,
        values: cells(column),
        color: selectionColors[index] ?? colors.bar,
      }))
    : [
        { columns: table.p25, color: colors.bar },
        { columns: table.median, color: colors.accent },
        { columns: table.p75, color: colors.barStrong },
      ].flatMap(({ columns, color }) =>
        columns.map((column) => ({
          name: [headerRow, column] as const,
          values: cells(column),
          color,
        })),
      );
  writeChart(sheet, at, {
    ...words,
    kind: 'columns',
    categories: cells(categoryColumn),
    series,
    valueAxis: isCompared ? 'Mediana' : 'Salário',
    valueFormat: wholeReais,
  });
}
