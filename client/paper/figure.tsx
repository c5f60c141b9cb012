import { renderToStaticMarkup } from 'react-dom/server';
import type { Chart } from '../components/charts/chart.ts';
import { paperTheme } from '../components/charts/chart-theme.ts';
import { cellText, type TableData } from '../components/charts/table-data.ts';
import { withoutHalos } from '../components/charts/without-halos.ts';
import type { PaperBlock, PaperFigure, PaperTable } from './blocks.ts';
import { formatCount } from '../../shared/words/format.ts';

/** The width of the page's text in pixels: 13 pixels on screen are then about 9 points. */
const pageWidth = 690;
/** Wide enough for the ranking beside the map. */
export const mapWidth = 780;

const margin = 5;

/** The chart of the screen, drawn for paper. */
export function figureBlock(chart: Omit<Chart, 'table'>, width = pageWidth): PaperFigure {
  const { picture, height } = chart.draw(width, paperTheme);
  const svg = renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`}
      width={width + 2 * margin}
      height={height + 2 * margin}
      fontFamily="Source Sans 3"
    >
      {picture}
    </svg>,
  );
  return {
    kind: 'figure',
    svg: withoutHalos(svg),
    alt: `${chart.title}. ${chart.summary}`,
    legend: chart.legend,
  };
}

export function tableBlock({ caption, columns, rows }: TableData): PaperTable {
  return {
    kind: 'table',
    caption,
    columns: columns.map(({ header, format }) => ({ header, isText: format === 'text' })),
    rows: rows.map((row) =>
      row.map((value, index) => cellText(value, columns[index]?.format ?? 'text')),
    ),
  };
}

export const heading = (level: 1 | 2, text: string): PaperBlock => ({
  kind: 'heading',
  level,
  text,
});
export const lead = (text: string): PaperBlock => ({ kind: 'text', tone: 'lead', text });
export const note = (text: string): PaperBlock => ({ kind: 'text', tone: 'note', text });
export const empty = (text: string): PaperBlock => ({ kind: 'text', tone: 'empty', text });

type Group = { name: string; count: number; median: number | null };

/** The table contains at most this many rows with only a count. */
const maxCountsInTable = 8;

/**
 * A table with one row for each group that has figures. The groups with only a count are listed below it in a few
 * lines, because they would fill pages with dashes.
 */
export function compactTable(table: TableData, groups: readonly Group[]): PaperBlock[] {
  const counted = groups.filter(({ median }) => median === null);
  if (counted.length <= maxCountsInTable || counted.length === groups.length) {
    return [tableBlock(table)];
  }
  const rows = table.rows.filter((_, index) => groups[index]?.median !== null);
  const counts = counted.map(({ name, count }) => `${name} ${formatCount(count)}`).join('; ');
  return [tableBlock({ ...table, rows }), note(`Só a contagem: ${counts}.`)];
}
