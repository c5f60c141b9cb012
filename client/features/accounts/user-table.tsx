import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatDate } from '../../../shared/words/format.ts';
import type { UpdateUser, User } from '../../../shared/contracts/users.ts';
import { Badge } from '../../components/badge.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { showToast } from '../../components/toast.ts';
import { failureText } from '../../lib/failure-text.ts';
import { refreshAccounts, updateUser } from './accounts-options.ts';
import { RoleMenu } from './role-menu.tsx';

/** The people of the list, with what can be changed at once. */
export function UserTable({
  users,
  selfId,
  onEdit,
}: {
  users: readonly User[];
  selfId: string | undefined;
  onEdit: (user: User) => void;
}) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: updateUser,
    onSuccess: async (user) => {
      await refreshAccounts(client);
      showToast({ title: 'Usuário atualizado!', description: user.email });
    },
    onError: async (error) => {
      const description = failureText(error, 'Erro ao atualizar usuário');
      showToast({ tone: 'danger', title: 'Erro ao atualizar usuário', description });
      await refreshAccounts(client);
    },
  });
  return (
    <StackingTable
      caption="Usuários"
      columns={columnsFor({
        selfId,
        isBusy: change.isPending,
        onEdit,
        onChange: (user, changes) =>
          change.mutate({ id: user.id, version: user.version, ...changes }),
      })}
      rows={users}
      rowKey={({ id }) => id}
    />
  );
}

type Acts = {
  selfId: string | undefined;
  isBusy: boolean;
  onEdit: (user: User) => void;
  onChange: (user: User, changes: Pick<UpdateUser, 'role' | 'isActive'>) => void;
};

/** What the list shows of a user; nobody closes or demotes himself. */
function columnsFor({ selfId, isBusy, onEdit, onChange }: Acts): readonly Column<User>[] {
  return [
    {
      header: 'Nome',
      isRowHeader: true,
      className: '@3xl:w-[30%]',
      cell: (user) => <Name user={user} />,
    },
    { header: 'Empresa', className: '@3xl:w-[20%]', cell: CompanyName },
    {
      header: 'Papel',
      cell: (user) => (
        <RoleMenu
          name={fullName(user)}
          role={user.role}
          isDisabled={user.id === selfId || isBusy}
          onRole={(role) => onChange(user, { role })}
        />
      ),
    },
    { header: 'Situação', cell: (user) => <Standing user={user} /> },
    {
      header: 'Último acesso',
      cell: ({ lastSignInAt }) => (lastSignInAt === null ? 'nunca' : formatDate(lastSignInAt)),
    },
    {
      header: 'Ações',
      cell: (user) => (
        <span className="-ml-2 flex flex-wrap">
          <RowButton about={fullName(user)} onClick={() => onEdit(user)}>
            Editar
          </RowButton>
          {user.id !== selfId && (
            <RowButton
              about={fullName(user)}
              isDisabled={isBusy}
              onClick={() => onChange(user, { isActive: !user.isActive })}
            >
              {user.isActive ? 'Desativar' : 'Ativar'}
            </RowButton>
          )}
        </span>
      ),
    },
  ];
}

const fullName = ({ firstName, lastName }: User) => `${firstName} ${lastName}`;

function Name({ user }: { user: User }) {
  return (
    <>
      <span className="font-medium break-words">{fullName(user)}</span>
      <span className="block text-muted wrap-anywhere">{user.email}</span>
    </>
  );
}

function CompanyName({ companyName }: User) {
  if (companyName === null) return '—';
  return (
    <span className="line-clamp-2" title={companyName}>
      {companyName}
    </span>
  );
}

function Standing({ user }: { user: User }) {
  return (
    <span className="flex flex-wrap gap-1">
      {user.isActive ? <Badge tone="good">Ativo</Badge> : <Badge tone="neutral">Inativo</Badge>}
      {user.mustChangePassword && <Badge tone="warm">Senha temporária</Badge>}
      {user.erasureRequestedAt !== null && <Badge tone="danger">Pediu eliminação</Badge>}
    </span>
  );
}

function RowButton({
  about,
  isDisabled = false,
  onClick,
  children,
}: {
  about: string;
  isDisabled?: boolean;
  onClick: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      aria-label={`${children}: ${about}`}
      onClick={onClick}
      className="min-h-8 rounded-control px-2 text-accent hover:bg-sunken disabled:text-muted pointer-coarse:min-h-11"
    >
      {children}
    </button>
  );
}
