import { formatCentavos } from '../../../../shared/words/format.ts';
import { histogramOf, type Bin } from '../../../../shared/statistics/histogram.ts';
import {
  countAtOrBelow,
  prepare,
  type PreparedDistribution,
} from '../../../../shared/statistics/percentile.ts';
import type { Book } from './book.ts';
import { writeChart } from './charts.ts';
import { colors, selectionColors } from './formats.ts';
import { groupLabel, type PreparedSelection } from './selections.ts';
import type { Sheet } from './sheet.ts';
import { writeTable, type ColumnGroup } from './table.ts';

/** Writes a histogram with bins that all selections share; returns the last row. */
export function writeHistogram(
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
