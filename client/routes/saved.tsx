import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { SavedSearch } from '../../shared/contracts/history.ts';
import { Done } from '../../shared/contracts/people-fields.ts';
import { linkClass } from '../components/button.tsx';
import { ListPanel } from '../components/list-panel.tsx';
import { Page } from '../components/page.tsx';
import { ListSearch } from '../components/search-field.tsx';
import { showToast } from '../components/toast.ts';
import { ConfirmAct } from '../components/confirm.tsx';
import { MonthDigestPanel } from '../features/research/month-digest-panel.tsx';
import { EditSaved } from '../features/research/edit-saved.tsx';
import { refreshSaved, savedOptions } from '../features/research/research-options.ts';
import { savedColumns } from '../features/research/saved-table.tsx';
import { send } from '../lib/call.ts';
import { useListUrl } from '../lib/list-url.ts';
import { useCan } from '../lib/session.ts';

export default function SavedPage() {
  const client = useQueryClient();
  const canSave = useCan('saveSearches');
  const { text, page } = useListUrl();
  const [edited, setEdited] = useState<SavedSearch>();
  const [deleted, setDeleted] = useState<SavedSearch>();
  const search = text('busca');
  const saved = useQuery(savedOptions({ search, page }));
  const remove = async (id: string) => {
    const { message } = await send('DELETE', `/api/saved/${id}`, Done);
    showToast({ title: 'Pesquisa excluída', description: message });
    await refreshSaved(client);
  };
  return (
    <Page
      title="Pesquisas salvas"
      lead={
        canSave
          ? 'As suas e as que a sua empresa compartilha, com o que mudou desde que você as abriu.'
          : 'As que a sua empresa compartilha, com o que mudou desde que você as abriu. Seu papel não permite salvar.'
      }
    >
      <MonthDigestPanel />
      <ListPanel
        label="Pesquisas salvas"
        filters={
          <ListSearch
            label="Procurar nas pesquisas salvas"
            placeholder="Nome, ocupação, lugar ou filtro"
          />
        }
        query={saved}
        emptyText={emptyText(search, canSave)}
        failureTitle="Erro ao carregar as pesquisas salvas"
        columns={savedColumns({ canChange: canSave, onEdit: setEdited, onDelete: setDeleted })}
        rowKey={({ id }) => id}
      />
      {edited && <EditSaved saved={edited} onClose={() => setEdited(undefined)} />}
      {deleted && (
        <ConfirmAct
          title="Excluir pesquisa salva?"
          label="Excluir"
          act={() => remove(deleted.id)}
          onClose={() => setDeleted(undefined)}
        >
          {deleted.isShared
            ? `“${deleted.name}” é excluída também para as pessoas da sua empresa. Não é possível desfazer.`
            : `“${deleted.name}” é excluída. Não é possível desfazer.`}
        </ConfirmAct>
      )}
    </Page>
  );
}

function emptyText(search: string, canSave: boolean): ReactNode {
  if (search !== '') return 'Nenhuma pesquisa salva tem essas palavras';
  if (!canSave)
    return 'A sua empresa ainda não compartilhou nenhuma pesquisa. As que os seus colegas compartilharem aparecem aqui.';
  return (
    <>
      Nenhuma pesquisa salva ainda.{' '}
      <Link to="/dashboard" className={linkClass}>
        Faça uma pesquisa
      </Link>{' '}
      e use “Salvar”.
    </>
  );
}
