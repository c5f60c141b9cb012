import { useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { DropdownMenu } from 'radix-ui';
import { roles, type Role } from '../../../shared/codes/roles.ts';
import { formatDate, formatMoment } from '../../../shared/words/format.ts';
import type { User } from '../../../shared/contracts/users.ts';
import { Badge } from '../../components/badge.tsx';
import { ConfirmWithPassword } from '../../components/confirm.tsx';
import { RowAct } from '../../components/button.tsx';
import type { Column } from '../../components/table.tsx';
import { showToast } from '../../components/toast.ts';
import { refreshAccounts, updateUser } from './accounts-options.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { menuClass } from '../../components/act-menu.tsx';

/** A change made from the list, before the password that confirms it. */
export type UserChange = { user: User; change: { role: Role } | { isActive: boolean } };

export function ConfirmUserChange({
  changed: { user, change },
  onClose,
}: {
  changed: UserChange;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { sentence, ...texts } = textsOf(user, change);
  return (
    <ConfirmWithPassword
      {...texts}
      act={async (proof) => {
        await updateUser({ id: user.id, version: user.version, ...change, ...proof });
        await refreshAccounts(client);
        showToast({ title: 'Usuário atualizado!', description: user.email });
      }}
      onClose={onClose}
    >
      {sentence}
    </ConfirmWithPassword>
  );
}

function textsOf(user: User, change: UserChange['change']) {
  const name = fullName(user);
  if ('role' in change) {
    return {
      title: 'Trocar o papel?',
      label: 'Trocar',
      busyLabel: 'Trocando...',
      sentence: `${name} passa a ser ${roles[change.role]}. As sessões da pessoa são encerradas.`,
    };
  }
  return change.isActive
    ? {
        title: 'Ativar esta conta?',
        label: 'Ativar',
        busyLabel: 'Ativando...',
        sentence: `${name} volta a entrar, com o papel de ${roles[user.role]}.`,
      }
    : {
        title: 'Desativar esta conta?',
        label: 'Desativar',
        busyLabel: 'Desativando...',
        sentence: `${name} não entra mais. As sessões são encerradas, e os links públicos da pessoa deixam de abrir.`,
      };
}

type Acts = {
  selfId: string | undefined;
  onEdit: (user: User) => void;
  onChange: (changed: UserChange) => void;
};

/** The columns of the list. Administrators cannot deactivate themselves or change their own role. */
export function userColumns({ selfId, onEdit, onChange }: Acts): readonly Column<User>[] {
  return [
    {
      header: 'Nome',
      isRowHeader: true,
      className: '@3xl:w-[30%]',
      cell: (user) => <Name user={user} />,
    },
    {
      header: 'Empresa',
      className: '@3xl:w-[20%]',
      cell: ({ companyName }) =>
        companyName === null ? null : <span className="wrap-anywhere">{companyName}</span>,
    },
    {
      header: 'Papel',
      cell: (user) => (
        <RoleMenu
          name={fullName(user)}
          role={user.role}
          isDisabled={user.id === selfId}
          onRole={(role) => onChange({ user, change: { role } })}
        />
      ),
    },
    { header: 'Situação', cell: (user) => <Standing user={user} /> },
    {
      header: 'Último login',
      cell: ({ lastSignInAt }) => (lastSignInAt === null ? 'nunca' : formatDate(lastSignInAt)),
    },
    {
      header: 'Ações',
      isActs: true,
      cell: (user) => (
        <span className="-ml-2 flex flex-wrap">
          <RowAct act="Editar" about={fullName(user)} onClick={() => onEdit(user)} />
          {user.id !== selfId && (
            <RowAct
              act={user.isActive ? 'Desativar' : 'Ativar'}
              about={fullName(user)}
              onClick={() => onChange({ user, change: { isActive: !user.isActive } })}
            />
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
      <span className="font-medium wrap-anywhere">{fullName(user)}</span>
      <span className="block text-muted wrap-anywhere">{user.email}</span>
    </>
  );
}

function Standing({ user }: { user: User }) {
  return (
    <span className="flex flex-wrap gap-1">
      {user.isActive ? <Badge tone="good">Ativo</Badge> : <Badge tone="neutral">Inativo</Badge>}
      {user.mustChangePassword && <TemporaryPassword until={user.temporaryPasswordExpiresAt} />}
      {user.deletionRequestedAt !== null && <Badge tone="danger">Pediu eliminação</Badge>}
    </span>
  );
}

const isPast = (moment: string) => Date.parse(moment) <= Date.now();

function TemporaryPassword({ until }: { until: string | null }) {
  const isOver = until !== null && isPast(until);
  return (
    <span title={until === null ? undefined : `Até ${formatMoment(until)}`}>
      <Badge tone={isOver ? 'danger' : 'warm'}>
        {isOver ? 'Senha temporária vencida' : 'Senha temporária'}
      </Badge>
    </span>
  );
}

/** Changes a role in place: a menu, so that an arrow key does not change it by accident. */
function RoleMenu({
  name,
  role,
  isDisabled,
  onRole,
}: {
  name: string;
  role: Role;
  isDisabled: boolean;
  onRole: (role: Role) => void;
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        disabled={isDisabled}
        aria-label={`Papel de ${name}: ${roles[role]}`}
        className="-ml-2 inline-flex min-h-8 items-center gap-1 rounded-control px-2 hover:bg-sunken disabled:cursor-default disabled:hover:bg-transparent pointer-coarse:min-h-11"
      >
        {roles[role]}
        {!isDisabled && <ChevronDown aria-hidden size={14} className="text-muted" />}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={menuClass}
        >
          <DropdownMenu.RadioGroup value={role}>
            {keysOf(roles).map((option) => (
              <DropdownMenu.RadioItem
                key={option}
                value={option}
                onSelect={() => {
                  if (option !== role) onRole(option);
                }}
                className="flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-control px-2 outline-none data-highlighted:bg-accent-soft data-highlighted:text-accent pointer-coarse:min-h-11"
              >
                {roles[option]}
                <DropdownMenu.ItemIndicator>
                  <Check aria-hidden size={16} />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
