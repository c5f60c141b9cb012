import { type Bin, histogramOf } from '../../../../shared/statistics/histogram.ts';
import {
  type PreparedDistribution,
  countAtOrBelow,
  prepare,
} from '../../../../shared/statistics/percentile.ts';
import { withheldSentences } from '../../../../shared/statistics/suppression.ts';
import { formatCentavos } from '../../../../shared/words/format.ts';
import { RenderRefusal } from '../renderer.ts';
import { type Book, type PreparedSelection, groupLabel, nameEnding, subtitleOf } from './book.ts';
import { writeCalculator } from './calculator.ts';
import { chartRows, writeChart } from './charts.ts';
import { colors, selectionColors } from './formats.ts';
import { type Sheet, headRows } from './sheet.ts';
import type { StreamedCell } from './streamed-rows.ts';
import { type ColumnGroup, widthOf, writeTable } from './table.ts';

const distributionHeaders = ['Salário', 'Registros', 'Até este salário', 'Parte até aqui'] as const;
const distributionFormats = ['reais', 'count', 'count', 'share'] as const;
/** Those columns and an empty one. */
const blockWidth = 5;
const chartColumns = 13;

/**
 * Writes the calculator, the histogram and its chart, and beside them the whole exact distribution, which the formulas
 * read.
 */
export function writeDistribution(
  book: Book,
  prepared: readonly PreparedSelection[],
  most: number,
) {
  const { model, formats } = book;
  const sheet = book.addSheet({
    name: 'Distribuição',
    title: 'Distribuição dos salários',
    subtitle: subtitleOf(model),
  });
  const top = headRows + (model.selections.length > 1 ? 1 : 0);
  sheet.freezeAbove(top + 1);
  const leftWidth = 3 + 2 * model.selections.length;
  const chartColumn = leftWidth + 1;
  const blocksColumn = chartColumn + chartColumns;
  // First, because the calculator's formulas use the names of the blocks' cells.
  writeBlocks(book, sheet, prepared, { row: top, column: blocksColumn, most });
  const below = writeCalculator(book, sheet, prepared, top);
  const drawn = prepared.flatMap(({ distribution }) => distribution ?? []);
  if (drawn.length === 0) {
    sheet.write(below + 1, 0, withheldSentences.poucos_registros, formats.note);
    return;
  }
  const last = writeHistogram(book, sheet, prepared, {
    row: below + 1,
    chart: [top + 1, chartColumn],
  });
  sheet.printOnly([0, 0], [Math.max(last, top + chartRows), chartColumn + chartColumns - 2]);
}

function writeBlocks(
  book: Book,
  sheet: Sheet,
  prepared: readonly PreparedSelection[],
  { row, column, most }: { readonly row: number; readonly column: number; readonly most: number },
) {
  const { model, formats } = book;
  for (const [index, { selection, distribution }] of prepared.entries()) {
    const start = column + index * blockWidth;
    if (model.selections.length > 1) {
      sheet.write(row - 1, start, groupLabel(model, selection), formats.section);
    }
    for (const [place, header] of distributionHeaders.entries()) {
      sheet.write(row, start + place, header, formats.header.right);
      sheet.widen(start + place, widthOf(header, distributionFormats[place] ?? 'text'));
    }
    if (distribution === null) continue;
    const last = row + distribution.centavos.length;
    if (last >= most) throw new RenderRefusal(tooMany);
    const ending = nameEnding(model, selection);
    for (const [place, name] of ['salarios', 'registros', 'acumulados'].entries()) {
      const at = start + place;
      book.name(`Distribuicao_${name}${ending}`, sheet, [row + 1, at], [last, at]);
    }
  }
  const longest = Math.max(
    0,
    ...prepared.map(({ distribution }) => distribution?.centavos.length ?? 0),
  );
  if (longest === 0) return;
  sheet.streamRows(
    {
      firstRow: row + 1,
      firstColumn: column,
      width: blockWidth * prepared.length - 1,
      count: longest,
      batches: blockRows(prepared, longest),
    },
    prepared.flatMap(() => [...distributionFormats, undefined]).slice(0, -1),
  );
}

const tooMany =
  'Esta pesquisa tem mais salários distintos do que cabem numa planilha. Escolha um período ou um lugar menor.';

const batchLength = 2000;

async function* blockRows(
  prepared: readonly PreparedSelection[],
  longest: number,
): AsyncGenerator<StreamedCell[][]> {
  for (let start = 0; start < longest; start += batchLength) {
    const length = Math.min(batchLength, longest - start);
    yield Array.from({ length }, (_, index) =>
      prepared.flatMap(({ distribution }) => [...blockCells(distribution, start + index), null]),
    );
  }
}

function blockCells(distribution: PreparedDistribution | null, index: number): StreamedCell[] {
  const centavos = distribution?.centavos[index];
  if (distribution === null || centavos === undefined) return [null, null, null, null];
  const upTo = distribution.cumulative[index] ?? 0;
  return [centavos / 100, distribution.counts[index] ?? 0, upTo, upTo / distribution.count];
}

/** Writes a histogram with bins that all selections share; returns the last row. */
function writeHistogram(
  { model, formats }: Book,
  sheet: Sheet,
  prepared: readonly PreparedSelection[],
  at: { readonly row: number; readonly chart: readonly [number, number] },
): number {
  const { bins, below, above } = histogramOf(together(prepared));
  const first = bins[0]?.from ?? 0;
  const end = bins.at(-1)?.to ?? 0;
  const ranges = [
    ...(below > 0 ? [{ from: null, to: first, name: `abaixo de ${formatCentavos(first)}` }] : []),
    ...bins.map(({ from, to }) => ({ from, to, name: binName({ from, to }) })),
    ...(above > 0 ? [{ from: end, to: null, name: `a partir de ${formatCentavos(end)}` }] : []),
  ];
  sheet.write(at.row, 0, 'Registros por faixa de salário', formats.section);
  const table = writeTable(sheet, at.row + 1, [
    {
      label: undefined,
      columns: [
        { header: 'Faixa', format: 'text', values: ranges.map(({ name }) => name) },
        { header: 'De', format: 'reais', values: ranges.map(({ from }) => reaisOf(from)) },
        { header: 'Até', format: 'reais', values: ranges.map(({ to }) => reaisOf(to && to - 1)) },
      ],
    },
    ...prepared.map(({ selection, distribution }): ColumnGroup => {
      const counts = ranges.map((range) => distribution && countIn(distribution, range));
      const all = distribution?.count ?? 1;
      return {
        label: groupLabel(model, selection),
        columns: [
          { header: 'Registros', format: 'count', values: counts },
          { header: 'Parte', format: 'share', values: counts.map((n) => n && n / all) },
        ],
      };
    }),
  ]);
  const isCompared = prepared.length > 1;
  const place = isCompared ? 1 : 0;
  // The table counts salaries outside the bins, but they have no width to be drawn.
  const firstRow = table.firstRow + (below > 0 ? 1 : 0);
  const rows = { firstRow, lastRow: firstRow + bins.length - 1 };
  writeChart(sheet, at.chart, {
    kind: 'columns',
    title: isCompared
      ? 'Parte dos registros por faixa de salário'
      : 'Registros por faixa de salário',
    altText: 'Histograma: quantos registros há em cada faixa de salário',
    categories: { column: 1, ...rows },
    series: prepared.flatMap(({ distribution }, index) => {
      const start = 3 + 2 * index;
      if (distribution === null) return [];
      return {
        name: isCompared
          ? ([table.headerRow - 1, start] as const)
          : ([table.headerRow, start] as const),
        values: { column: start + place, ...rows },
        color: isCompared ? (selectionColors[index] ?? colors.bar) : colors.bar,
      };
    }),
    categoryAxis: 'Salário em reais, a partir de',
    categoryFormat: '#,##0',
    valueAxis: isCompared ? 'Parte' : 'Registros',
    valueFormat: isCompared ? '0%' : '#,##0',
    widthPixels: 740,
  });
  return table.lastRow;
}

const reaisOf = (centavos: number | null) => (centavos === null ? null : centavos / 100);

const binName = ({ from, to }: Pick<Bin, 'from' | 'to'>) =>
  `${formatCentavos(from)} a ${formatCentavos(to - 1)}`;

function countIn(
  distribution: PreparedDistribution,
  { from, to }: { readonly from: number | null; readonly to: number | null },
): number {
  const upTo = to === null ? distribution.count : countAtOrBelow(distribution, to - 1);
  return upTo - (from === null ? 0 : countAtOrBelow(distribution, from - 1));
}

/** The joint distribution of all selections. */
function together(prepared: readonly PreparedSelection[]): PreparedDistribution {
  const [only] = prepared;
  if (prepared.length === 1 && only?.distribution) return only.distribution;
  const counts = new Map<number, number>();
  for (const { distribution } of prepared) {
    for (let index = 0; index < (distribution?.centavos.length ?? 0); index++) {
      const amount = distribution?.centavos[index] ?? 0;
      counts.set(amount, (counts.get(amount) ?? 0) + (distribution?.counts[index] ?? 0));
    }
  }
  const centavos = [...counts.keys()].toSorted((left, right) => left - right);
  return prepare({ centavos, counts: centavos.map((amount) => counts.get(amount) ?? 0) });
}
