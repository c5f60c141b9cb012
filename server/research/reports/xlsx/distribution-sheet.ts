import { Formula } from 'wasm-xlsxwriter';
import { histogramOf } from '../../../../shared/statistics/histogram.ts';
import { joinedDistribution } from '../../../../shared/statistics/joined-distribution.ts';
import {
  type RankedDistribution,
  countAtOrBelow,
  percentile,
  withRanks,
} from '../../../../shared/statistics/percentile.ts';
import { formatCentavos, toReais } from '../../../../shared/words/format.ts';
import { RenderRefusal } from '../renderer.ts';
import {
  type Book,
  type RankedSelection,
  groupLabel,
  hasStatistics,
  suppressionText,
} from './book.ts';
import { writeChart } from './charts.ts';
import { colors, selectionColors } from './formats.ts';
import { type Sheet, headRows } from './sheet.ts';
import type { StreamedCell } from './streamed-rows.ts';
import { type ColumnGroup, columnsOf, type TableColumn, writeTable } from './table.ts';
import { defined } from '../../../../shared/codes/defined.ts';

export function writeDistribution(book: Book, ranked: readonly RankedSelection[]) {
  const sheet = startSheet(book, 'Distribuição', 'Distribuição dos salários');
  sheet.freezeAbove(headRows);
  if (ranked.some(({ distribution }) => distribution !== null)) writeHistogram(book, sheet, ranked);
}

const exactColumns: readonly TableColumn[] = [
  { header: 'Salário', format: 'reais', values: [] },
  { header: 'Registros', format: 'count', values: [] },
  { header: 'Até este salário', format: 'count', values: [] },
  { header: 'Parte até aqui', format: 'share', values: [] },
];
const gap: TableColumn = { header: '', format: 'text', values: [] };

/** Rows above the table: a percentile that the reader types, its salary, and an empty one. */
const percentileRows = 3;

/** Writes every distinct salary with its records and their running total, the selections side by side. */
export function writeExactDistribution(
  book: Book,
  ranked: readonly RankedSelection[],
  maxRows: number,
) {
  const sheet = startSheet(book, 'Distribuição exata', 'Cada salário e os seus registros');
  const groups = ranked.map(({ selection }, index) => ({
    label: groupLabel(book.model, selection),
    columns: index === ranked.length - 1 ? exactColumns : [...exactColumns, gap],
  }));
  const table = writeTable(sheet, headRows + percentileRows, [], groups);
  const { firstRow } = table;
  sheet.freezeAbove(firstRow);
  const count = Math.max(
    0,
    ...ranked.map(({ distribution }) => distribution?.centavos.length ?? 0),
  );
  if (firstRow + count > maxRows) throw new RenderRefusal(tooMany);
  if (count === 0) return;
  for (const [index, own] of ranked.entries())
    writePercentile(book, sheet, own, [firstRow, table.groups[index]?.start ?? 0]);
  sheet.streamRows(
    { firstRow, count, batches: exactRows(ranked, count) },
    groups.flatMap(({ columns }) => columns.map(({ format }) => format)),
  );
}

const median = 50;

/** Writes a cell for a percentile, and a formula that gives its salary as PERCENTIL.INC does. */
function writePercentile(
  book: Book,
  sheet: Sheet,
  { selection, distribution }: RankedSelection,
  [firstRow, column]: readonly [number, number],
) {
  if (distribution === null) return;
  const { formats, model } = book;
  const lastRow = firstRow + distribution.centavos.length - 1;
  const ending = model.selections.length > 1 ? `_${selection.label}` : '';
  const [typed, salaries, upTo] = [
    `Percentil${ending}`,
    `Distribuicao_salarios${ending}`,
    `Distribuicao_acumulados${ending}`,
  ];
  book.name(typed, sheet, [headRows, column + 1]);
  book.name(`Salario_do_percentil${ending}`, sheet, [headRows + 1, column + 1]);
  book.name(salaries, sheet, [firstRow, column], [lastRow, column]);
  book.name(upTo, sheet, [firstRow, column + 2], [lastRow, column + 2]);
  // Whole numbers as long as possible: the position is the percentile times the number of steps, divided by 100.
  const position = `${typed}*(MAX(${upTo})-1)`;
  const before = `INT(${position}/100)`;
  const salaryAfter = (records: string) =>
    `INDEX(${salaries},IFERROR(MATCH(${records},${upTo},1),0)+1)`;
  const lower = salaryAfter(before);
  const upper = salaryAfter(`MIN(${before}+1,MAX(${upTo})-1)`);
  const formula = `=ROUND(${lower}+(${position}-100*${before})/100*(${upper}-${lower}),2)`;
  const result = (percentile(distribution, median * 100) ?? 0) / 100;
  sheet.write(headRows, column, 'Percentil', formats.strong.text);
  sheet.write(headRows, column + 1, median, formats.input);
  sheet.write(headRows, column + 2, 'digite de 0 a 100', formats.line.note);
  sheet.write(headRows + 1, column, 'Salário', formats.strong.text);
  // A reader without a formula engine shows the result.
  const computed = new Formula(formula).setResult(String(result));
  sheet.worksheet.writeFormulaWithFormat(headRows + 1, column + 1, computed, formats.strong.reais);
  sheet.write(headRows + 1, column + 2, 'como PERCENTIL.INC', formats.line.note);
  sheet.widen(column + 1, 16);
}

/** A sheet about the distribution, with a note if there is none. */
function startSheet(book: Book, name: string, title: string): Sheet {
  const sheet = book.addSheet({ name, title });
  if (book.model.selections.every((selection) => !hasStatistics(selection)))
    sheet.paragraph(headRows + 2, 0, suppressionText(book.model), 'note');
  return sheet;
}

const tooMany =
  'Esta pesquisa tem mais salários distintos do que cabem numa planilha. Escolha um período ou um lugar menor.';

const batchLength = 2000;

async function* exactRows(
  ranked: readonly RankedSelection[],
  count: number,
): AsyncGenerator<StreamedCell[][]> {
  for (let start = 0; start < count; start += batchLength) {
    const length = Math.min(batchLength, count - start);
    yield Array.from({ length }, (_, index) =>
      ranked.flatMap(({ distribution }) => [...exactCells(distribution, start + index), null]),
    );
  }
}

function exactCells(distribution: RankedDistribution | null, index: number): StreamedCell[] {
  const centavos = distribution?.centavos[index];
  if (distribution === null || centavos === undefined) return [null, null, null, null];
  const upTo = defined(distribution.cumulative[index]);
  return [centavos / 100, defined(distribution.counts[index]), upTo, upTo / distribution.count];
}

function writeHistogram({ model }: Book, sheet: Sheet, ranked: readonly RankedSelection[]) {
  const { bins, below, above } = histogramOf(together(ranked));
  const first = bins[0]?.from ?? 0;
  const end = bins.at(-1)?.to ?? 0;
  const ranges = [
    ...(below > 0 ? [{ from: null, to: first, name: `abaixo de ${formatCentavos(first)}` }] : []),
    ...bins.map(({ from, to }) => ({
      from,
      to,
      name: `${formatCentavos(from)} a ${formatCentavos(to - 1)}`,
    })),
    ...(above > 0 ? [{ from: end, to: null, name: `a partir de ${formatCentavos(end)}` }] : []),
  ];
  sheet.paragraph(headRows, 0, 'Registros por faixa de salário', 'section');
  const columns = columnsOf(ranges, [
    ['Faixa', 'text', ({ name }) => name],
    ['De', 'reais', ({ from }) => toReais(from)],
    ['Até', 'reais', ({ to }) => toReais(to && to - 1)],
  ]);
  const groups = ranked.map(({ selection, distribution }): ColumnGroup => {
    const counts = ranges.map((range) => distribution && countIn(distribution, range));
    const all = distribution?.count ?? 1;
    return {
      label: groupLabel(model, selection),
      columns: columnsOf(counts, [
        ['Registros', 'count', (count) => count],
        ['Parte', 'share', (count) => count && count / all],
      ]),
    };
  });
  const table = writeTable(sheet, headRows + 1, columns, groups);
  const isCompared = ranked.length > 1;
  // The table counts salaries outside the bins, but they have no width to be drawn.
  const firstRow = table.firstRow + (below > 0 ? 1 : 0);
  writeChart(sheet, [headRows + 1, table.lastColumn + 2], {
    kind: 'columns',
    title: isCompared
      ? 'Parte dos registros por faixa de salário'
      : 'Registros por faixa de salário',
    altText: 'Histograma: quantos registros há em cada faixa de salário',
    rows: { firstRow, lastRow: firstRow + bins.length - 1 },
    categories: 1,
    series: table.groups.flatMap(({ start }, index) =>
      ranked[index]?.distribution
        ? {
            name: [table.headerRow - (isCompared ? 1 : 0), start] as const,
            column: start + (isCompared ? 1 : 0),
            color: isCompared ? (selectionColors[index] ?? colors.bar) : colors.bar,
          }
        : [],
    ),
    categoryAxis: 'Salário em reais, a partir de',
    categoryFormat: '#,##0',
    valueAxis: isCompared ? 'Parte' : 'Registros',
    valueFormat: isCompared ? '0%' : '#,##0',
    widthPixels: 740,
  });
}

function countIn(
  distribution: RankedDistribution,
  { from, to }: { readonly from: number | null; readonly to: number | null },
): number {
  const upTo = to === null ? distribution.count : countAtOrBelow(distribution, to - 1);
  return upTo - (from === null ? 0 : countAtOrBelow(distribution, from - 1));
}

const together = (ranked: readonly RankedSelection[]): RankedDistribution =>
  withRanks(joinedDistribution(ranked.flatMap(({ distribution }) => distribution ?? [])));
