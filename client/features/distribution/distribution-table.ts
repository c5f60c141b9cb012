import type { PreparedDistribution } from '../../../shared/statistics/percentile.ts';
import { formatCentavos } from '../../../shared/words/format.ts';
import type { TableData } from '../../components/charts/table-data.ts';
import type { Histogram } from '../../../shared/statistics/histogram.ts';

/** The chart as a table: each bar is a row, and records outside the drawing have their own rows. */
export function distributionTable(
  { count: total }: PreparedDistribution,
  { bins, below, above }: Histogram,
): TableData {
  const ranges = [
    { range: `Abaixo de ${formatCentavos(bins[0]?.from ?? 0)}`, count: below },
    ...bins.map((bin) => ({
      range: `${formatCentavos(bin.from)} a ${formatCentavos(bin.to - 1)}`,
      count: bin.count,
    })),
    { range: `A partir de ${formatCentavos(bins.at(-1)?.to ?? 0)}`, count: above },
  ].filter((row, index, rows) => row.count > 0 || (index > 0 && index < rows.length - 1));
  let upTo = 0;
  return {
    caption: 'Distribuição dos salários por faixa',
    columns: [
      { header: 'Faixa de salário', format: 'text' },
      { header: 'Registros', format: 'count' },
      { header: 'Parte', format: 'share' },
      { header: 'Até aqui', format: 'share' },
    ],
    rows: ranges.map(({ range, count }) => {
      upTo += count;
      return [range, count, count / total, upTo / total];
    }),
  };
}
