import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { HistoryEntry } from '../../shared/contracts/history.ts';
import { Done } from '../../shared/contracts/people-fields.ts';
import { Button } from '../components/button.tsx';
import { ListPanel } from '../components/list-panel.tsx';
import { Page } from '../components/page.tsx';
import { ListSearch } from '../components/search-field.tsx';
import { showToast } from '../components/toast.ts';
import { ConfirmAct } from '../components/confirm.tsx';
import { historyColumns } from '../features/research/history-table.tsx';
import { NameSearch } from '../features/research/edit-saved.tsx';
import { historyOptions, refreshHistory } from '../features/research/research-options.ts';
import { send } from '../lib/call.ts';
import { useListUrl } from '../lib/list-url.ts';

/** The user's searches, with links to repeat them. */
export default function HistoryPage() {
  const client = useQueryClient();
  const { text, page } = useListUrl();
  const [named, setNamed] = useState<HistoryEntry>();
  const [deleted, setDeleted] = useState<HistoryEntry | 'all'>();
  const search = text('busca');
  const history = useQuery(historyOptions({ search, page }));
  const forget = async (entry: HistoryEntry | 'all') => {
    const path = entry === 'all' ? '/api/history' : `/api/history/${entry.id}`;
    const { message } = await send('DELETE', path, Done);
    showToast({ title: 'Histórico alterado', description: message });
    await refreshHistory(client);
  };
  return (
    <Page
      title="Histórico"
      lead="As suas últimas 1.000 pesquisas, por até dois anos, com o que cada uma encontrou. Só você vê."
      actions={
        (history.data?.total ?? 0) > 0 && (
          <Button onClick={() => setDeleted('all')}>Apagar tudo</Button>
        )
      }
    >
      <ListPanel
        label="Histórico de pesquisas"
        filters={
          <ListSearch label="Procurar no histórico" placeholder="Nome, ocupação, lugar ou filtro" />
        }
        query={history}
        emptyText={
          search === ''
            ? 'Nenhuma pesquisa ainda. Cada pesquisa que você fizer aparece aqui, com os seus números.'
            : 'Nenhuma pesquisa do histórico tem essas palavras'
        }
        failureTitle="Erro ao carregar o histórico"
        columns={historyColumns({ onName: setNamed, onDelete: setDeleted })}
        rowKey={({ id }) => id}
      />
      {named && <NameSearch entry={named} onClose={() => setNamed(undefined)} />}
      {deleted && (
        <ConfirmAct
          title={deleted === 'all' ? 'Apagar todo o histórico?' : 'Excluir do histórico?'}
          label={deleted === 'all' ? 'Apagar tudo' : 'Excluir'}
          act={() => forget(deleted)}
          onClose={() => setDeleted(undefined)}
        >
          {deleted === 'all'
            ? 'Todas as suas pesquisas são apagadas do histórico. Não é possível desfazer. As pesquisas salvas e os recibos continuam.'
            : `“${deleted.name ?? deleted.query.subject}” sai do seu histórico. O recibo da resposta continua.`}
        </ConfirmAct>
      )}
    </Page>
  );
}
