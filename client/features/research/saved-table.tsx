import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SavedSearch } from '../../../shared/contracts/history.ts';
import { Badge } from '../../components/badge.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { writeOwnSalary } from '../../lib/result-view.ts';
import { writeSearchLink } from '../../lib/search-url.ts';
import { QuestionCell } from './question-cell.tsx';
import { openSaved } from './research-options.ts';
import { RowAct, rowActClass } from '../../components/button.tsx';
import { SavedChange } from './saved-change.tsx';

type Acts = {
  /** Whether the user may change their own searches. */
  canChange: boolean;
  onEdit: (saved: SavedSearch) => void;
  onDelete: (saved: SavedSearch) => void;
};

/** Saved searches, and what changed in each since it was last opened. */
export function SavedTable({ searches, ...acts }: Acts & { searches: readonly SavedSearch[] }) {
  return (
    <StackingTable
      caption="Pesquisas salvas"
      columns={columnsWith(acts)}
      rows={searches}
      rowKey={({ id }) => id}
    />
  );
}

const columnsWith = (acts: Acts): readonly Column<SavedSearch>[] => [
  {
    header: 'Pesquisa',
    isRowHeader: true,
    className: '@3xl:w-[44%]',
    cell: (saved) => (
      <QuestionCell
        name={saved.name}
        question={saved.question}
        unsaid={saved.unsaid}
        badges={<Sharing saved={saved} />}
      />
    ),
  },
  { header: 'O que mudou', cell: (saved) => <SavedChange saved={saved} /> },
  {
    header: 'Ações',
    isActs: true,
    className: '@3xl:w-[14%]',
    cell: (saved) => <SavedActs saved={saved} {...acts} />,
  },
];

function Sharing({ saved: { isOwn, isShared, owner, hasNewData } }: { saved: SavedSearch }) {
  return (
    <>
      {hasNewData && <Badge tone="warm">Dados novos</Badge>}
      {isOwn ? (
        isShared && <Badge tone="neutral">Compartilhada com a empresa</Badge>
      ) : (
        <span className="text-muted wrap-anywhere">de {owner}</span>
      )}
    </>
  );
}

function SavedActs({ saved, canChange, onEdit, onDelete }: Acts & { saved: SavedSearch }) {
  return (
    <span className="-ml-2 flex flex-wrap">
      <OpenSaved saved={saved} className={rowActClass}>
        Abrir
      </OpenSaved>
      {saved.isOwn && canChange && (
        <RowAct act="Editar" about={saved.name} onClick={() => onEdit(saved)} />
      )}
      {saved.isOwn && <RowAct act="Excluir" about={saved.name} onClick={() => onDelete(saved)} />}
    </span>
  );
}

const centavosOf = ({ ownSalary }: SavedSearch) =>
  ownSalary === null ? undefined : Math.round(ownSalary * 100);

/** The link to a saved search on the current data; following it marks the search as seen. */
export function OpenSaved({
  saved,
  className,
  children,
}: {
  saved: SavedSearch;
  className: string;
  children: string;
}) {
  const client = useQueryClient();
  const open = () => void openSaved(client, saved.id);
  return (
    <Link
      to="/dashboard"
      search={{ ...writeSearchLink(saved.filters), ...writeOwnSalary(centavosOf(saved)) }}
      aria-label={children === saved.name ? undefined : `${children}: ${saved.name}`}
      onClick={open}
      onAuxClick={open}
      className={className}
    >
      {children}
    </Link>
  );
}
