import type { PreparedDistribution } from '../../../shared/percentile.ts';
import { formatCentavos, formatCount, formatShare } from '../../../shared/format.ts';
import { Table, type Column } from '../../components/table.tsx';
import type { Histogram } from './histogram.ts';

type Row = { range: string; count: number; share: number; upTo: number };

const columns: readonly Column<Row>[] = [
  { header: 'Faixa de salário', cell: (row) => row.range, isRowHeader: true },
  { header: 'Registros', cell: (row) => formatCount(row.count), align: 'right' },
  { header: 'Parte', cell: (row) => formatShare(row.share), align: 'right' },
  { header: 'Até aqui', cell: (row) => formatShare(row.upTo), align: 'right' },
];

/** The chart's twin: each bar is a row, and what is outside of the drawing has its row too. */
export function DistributionTable({
  distribution,
  histogram,
}: {
  distribution: PreparedDistribution;
  histogram: Histogram;
}) {
  return (
    <section
      className="max-h-[480px] overflow-y-auto"
      aria-label="Tabela da distribuição"
      // A keyboard can only scroll what it can reach.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <Table
        caption="Distribuição dos salários por faixa"
        columns={columns}
        rows={rowsOf(distribution, histogram)}
        rowKey={(row) => row.range}
      />
    </section>
  );
}

function rowsOf({ count: total }: PreparedDistribution, { bins, below, above }: Histogram): Row[] {
  const ranges = [
    { range: `Abaixo de ${formatCentavos(bins[0]?.from ?? 0)}`, count: below },
    ...bins.map((bin) => ({
      range: `${formatCentavos(bin.from)} a ${formatCentavos(bin.to - 1)}`,
      count: bin.count,
    })),
    { range: `A partir de ${formatCentavos(bins.at(-1)?.to ?? 0)}`, count: above },
  ].filter((row, index, rows) => row.count > 0 || (index > 0 && index < rows.length - 1));
  let upTo = 0;
  return ranges.map(({ range, count }) => {
    upTo += count;
    return { range, count, share: count / total, upTo: upTo / total };
  });
}
