import { formatMoment, formatMonth, formatBytes } from '../../../shared/words/format.ts';
import type { SourceNews } from '../../../shared/contracts/source.ts';
import { fileKinds, type FileKind } from '../../../shared/contracts/uploads.ts';
import { Badge } from '../../components/badge.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import type { MonthOfNews } from './months-of-news.ts';

type News = SourceNews['news'][number];

const kindColumn = (kind: FileKind): Column<MonthOfNews> => ({
  header: kind,
  className: '@3xl:w-[28%]',
  cell: ({ files }) => <FileCell news={files.find((file) => file.kind === kind)} />,
});

const columnsWith = (
  chosen: readonly string[],
  onToggle: (month: string) => void,
): readonly Column<MonthOfNews>[] => [
  {
    header: 'Mês',
    isRowHeader: true,
    cell: ({ month, fresh }) =>
      fresh.length === 0 ? (
        formatMonth(month)
      ) : (
        <Checkbox
          label={<span className="font-medium">{formatMonth(month)}</span>}
          isChecked={chosen.includes(month)}
          onChecked={() => onToggle(month)}
        />
      ),
  },
  ...fileKinds.map(kindColumn),
];

/** A row for each month, with a column for each of its three files. */
export function NewsTable({
  months,
  chosen,
  onToggle,
}: {
  months: readonly MonthOfNews[];
  chosen: readonly string[];
  onToggle: (month: string) => void;
}) {
  return (
    <StackingTable
      caption="O que a fonte tem de cada mês"
      columns={columnsWith(chosen, onToggle)}
      rows={months}
      rowKey={({ month }) => month}
    />
  );
}

const states = {
  nova: <Badge tone="good">nova</Badge>,
  alterada: <Badge tone="warm">alterada</Badge>,
  igual: <Badge tone="neutral">igual à carregada</Badge>,
  'só carregada': <Badge tone="neutral">só carregada</Badge>,
} as const satisfies Record<News['state'], unknown>;

function FileCell({ news }: { news: News | undefined }) {
  const file = news?.file ?? news?.loaded;
  if (news === undefined || file == null)
    return <span className="text-muted">a fonte não tem</span>;
  return (
    <>
      {states[news.state]}
      <span className="mt-1 block wrap-anywhere">{file.name}</span>
      <span className="block text-fine text-muted tabular-nums">
        {file.bytes === null ? 'tamanho não informado' : formatBytes(file.bytes)}
        {file.modifiedAt !== null && `, ${formatMoment(file.modifiedAt)}`}
      </span>
      {file.hash !== null && (
        <span className="block text-fine wrap-anywhere text-muted">{file.hash}</span>
      )}
    </>
  );
}
