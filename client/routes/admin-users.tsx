import { useQuery } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { roles } from '../../shared/codes/roles.ts';
import type { User } from '../../shared/contracts/users.ts';
import { Button } from '../components/button.tsx';
import { ListPanel } from '../components/list-panel.tsx';
import { Page } from '../components/page.tsx';
import { OpenedPanel, usePanelInUrl } from '../components/panel.tsx';
import { ListSearch } from '../components/search-field.tsx';
import { Select } from '../components/select.tsx';
import { userListOptions } from '../features/accounts/accounts-options.ts';
import { EditUser } from '../features/accounts/edit-user.tsx';
import { NewUser } from '../features/accounts/new-user.tsx';
import {
  ConfirmUserChange,
  userColumns,
  type UserChange,
} from '../features/accounts/user-table.tsx';
import { useListUrl } from '../lib/list-url.ts';
import { useCurrentUser } from '../lib/session.ts';

/** Accounts: creating, finding, changing and deactivating users. */
export default function UsersPage() {
  const self = useCurrentUser();
  const { text, page } = useListUrl();
  const [edited, setEdited] = useState<User>();
  const [changed, setChanged] = useState<UserChange>();
  const users = useQuery(
    userListOptions({
      search: text('busca'),
      role: text('papel'),
      isActive: isActiveBy.get(text('situacao')) ?? '',
      page,
    }),
  );
  const { isOpen: isCreating, opener, close } = usePanelInUrl('novo');

  return (
    <Page
      title="Usuários"
      lead="Quem pode entrar, com qual papel e de qual empresa."
      actions={
        !isCreating && (
          <Button look="primary" {...opener}>
            <UserPlus aria-hidden size={16} />
            Novo usuário
          </Button>
        )
      }
    >
      {isCreating && (
        <OpenedPanel title="Novo usuário">
          <NewUser onDone={close} />
        </OpenedPanel>
      )}
      <ListPanel
        label="Usuários"
        filters={<Filters />}
        query={users}
        emptyText="Nenhum usuário encontrado"
        failureTitle="Erro ao carregar usuários"
        columns={userColumns({ selfId: self?.id, onEdit: setEdited, onChange: setChanged })}
        rowKey={({ id }) => id}
      />
      {changed && <ConfirmUserChange changed={changed} onClose={() => setChanged(undefined)} />}
      {edited && (
        <EditUser
          user={edited}
          isSelf={edited.id === self?.id}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}

/** The API's value of a standing in the address. */
const isActiveBy = new Map([
  ['ativos', 'true'],
  ['inativos', 'false'],
]);

function Filters() {
  const { text, change } = useListUrl();
  return (
    <div className="grid gap-3 min-[20rem]:grid-cols-2 min-[20rem]:*:first:col-span-2 lg:grid-cols-[minmax(0,1fr)_12rem_10rem] lg:*:first:col-span-1">
      <ListSearch label="Pesquisar usuários" placeholder="Nome, e-mail ou empresa" />
      <Select
        label="Papel"
        value={text('papel')}
        options={[['', 'Todos'], ...Object.entries(roles)]}
        onValue={(papel) => change({ papel })}
      />
      <Select
        label="Situação"
        value={text('situacao')}
        options={[
          ['', 'Todas'],
          ['ativos', 'Ativos'],
          ['inativos', 'Inativos'],
        ]}
        onValue={(situacao) => change({ situacao })}
      />
    </div>
  );
}
