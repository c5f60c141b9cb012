import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SavedSearch } from '../../../shared/contracts/history.ts';
import { hasFixedPeriod } from '../../../shared/filters/data.ts';
import { Badge } from '../../components/badge.tsx';
import type { Column } from '../../components/table.tsx';
import { QueryCell } from './query-cell.tsx';
import { showFailure } from '../../components/toast.ts';
import { OpenSaved } from './open-saved.tsx';
import { send } from '../../lib/call.ts';
import { refreshSaved } from './research-options.ts';
import { RowAct, rowActClass } from '../../components/button.tsx';
import { SavedChange } from './saved-change.tsx';

type Acts = {
  /** Whether the user may change their own searches. */
  canChange: boolean;
  onEdit: (saved: SavedSearch) => void;
  onDelete: (saved: SavedSearch) => void;
};

/** The columns of the saved searches, with what changed in each since it was last opened. */
export const savedColumns = (acts: Acts): readonly Column<SavedSearch>[] => [
  {
    header: 'Pesquisa',
    isRowHeader: true,
    className: '@3xl:w-[40%] @5xl:w-[36%]',
    cell: (saved) => (
      <QueryCell
        name={saved.name}
        query={saved.query}
        notInName={saved.notInName}
        badges={<Sharing saved={saved} />}
      />
    ),
  },
  { header: 'O que mudou', cell: (saved) => <SavedChange saved={saved} /> },
  {
    header: 'Ações',
    isActs: true,
    className: '@3xl:w-[26%] @5xl:w-[34%]',
    cell: (saved) => <SavedActs saved={saved} {...acts} />,
  },
];

function Sharing({
  saved: { isOwn, isShared, owner, hasNewData, isFollowed },
}: {
  saved: SavedSearch;
}) {
  return (
    <>
      {hasNewData && <Badge tone="warm">Dados novos</Badge>}
      {isFollowed && <Badge tone="neutral">Com aviso por e-mail</Badge>}
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
      {!hasFixedPeriod(saved.filters) && <FollowSaved saved={saved} />}
      {saved.isOwn && canChange && (
        <RowAct act="Editar" about={saved.name} onClick={() => onEdit(saved)} />
      )}
      {saved.isOwn && <RowAct act="Excluir" about={saved.name} onClick={() => onDelete(saved)} />}
    </span>
  );
}

/** Starts or ends the mails about the months in which the salaries of this search change. */
function FollowSaved({ saved: { id, name, isFollowed } }: { saved: SavedSearch }) {
  const client = useQueryClient();
  const follow = useMutation({
    mutationFn: () =>
      send('PUT', `/api/saved/${id}/follow`, SavedSearch, { isFollowed: !isFollowed }),
    onSuccess: () => refreshSaved(client),
    onError: (error) => showFailure(error, 'Erro ao mudar o aviso', 'Tente de novo em instantes.'),
  });
  return (
    <RowAct
      act={isFollowed ? 'Parar avisos' : 'Avisar por e-mail'}
      about={name}
      disabled={follow.isPending}
      onClick={() => follow.mutate()}
    />
  );
}
