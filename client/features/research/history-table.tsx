import { Link } from '@tanstack/react-router';
import { formatCount, formatMoment } from '../../../shared/words/format.ts';
import type { HistoryEntry } from '../../../shared/contracts/history.ts';
import { statistics } from '../../../shared/statistics/catalogue.ts';
import type { Column } from '../../components/table.tsx';
import { writeSearchLink } from '../../lib/search-url.ts';
import { statisticText } from './receipt-panels.tsx';
import { IncompleteLine } from '../../components/incomplete-notice.tsx';
import { QueryCell } from './query-cell.tsx';
import { RowAct, rowActClass } from '../../components/button.tsx';

type Acts = {
  onName: (entry: HistoryEntry) => void;
  onDelete: (entry: HistoryEntry) => void;
};

/** The columns of the user's own searches: their results and links to repeat them. */
export const historyColumns = (acts: Acts): readonly Column<HistoryEntry>[] => [
  {
    header: 'Pesquisa',
    isRowHeader: true,
    className: '@3xl:w-[32%]',
    cell: ({ name, query, completeness }) => (
      <>
        <QueryCell name={name} query={query} />
        <IncompleteLine completeness={completeness} />
      </>
    ),
  },
  {
    header: statistics.count.label,
    align: 'right',
    cell: ({ figures }) => formatCount(figures.count),
  },
  {
    header: statistics.median.label,
    align: 'right',
    cell: ({ figures }) => statisticText(figures, figures.median),
  },
  {
    header: 'Quando',
    cell: ({ searchedAt, release }) => (
      <>
        <span className="whitespace-nowrap">{formatMoment(searchedAt)}</span>
        <span className="block text-muted">
          versão {release.number}
          {release.isCurrent && ' (atual)'}
          {!release.isKept && ' (removida)'}
          {release.isSynthetic && ', demonstração'}
        </span>
      </>
    ),
  },
  {
    header: 'Ações',
    isActs: true,
    className: '@3xl:w-[26%]',
    cell: (entry) => <EntryActs entry={entry} {...acts} />,
  },
];

function EntryActs({ entry, onName, onDelete }: Acts & { entry: HistoryEntry }) {
  const { filters, isRepeatable, receipt } = entry;
  const title = entry.name ?? entry.query.subject;
  return (
    <span className="-ml-2 flex flex-wrap">
      {isRepeatable && (
        <Link
          to="/dashboard"
          search={writeSearchLink(filters)}
          aria-label={`Repetir: ${title}`}
          className={rowActClass}
        >
          Repetir
        </Link>
      )}
      <Link
        to="/receipt/$id"
        params={{ id: receipt.id }}
        aria-label={`Recibo: ${title}`}
        className={rowActClass}
      >
        Recibo
      </Link>
      <RowAct act="Nomear" about={title} onClick={() => onName(entry)} />
      <RowAct act="Excluir" about={title} onClick={() => onDelete(entry)} />
    </span>
  );
}
