import { roles } from '../../shared/codes/roles.ts';
import { Facts } from '../components/facts.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { DatabasePanel, TestPanel } from '../features/upload-form/test-panel.tsx';
import { useCurrentUser } from '../lib/session.ts';

/** A diagnostic page for users who cannot send files. */
export default function UploadTestPage() {
  const user = useCurrentUser();
  return (
    <Page
      title="Diagnóstico de upload"
      lead="Mostra quem está conectado e testa, um por um, os passos de um envio."
    >
      <Panel title="Usuário">
        <Facts
          facts={[
            { term: 'Nome', detail: user ? `${user.firstName} ${user.lastName}`.trim() : '—' },
            { term: 'Papel', detail: user ? roles[user.role] : '—' },
            { term: 'Autenticação', detail: user ? 'Autenticado' : 'Não autenticado' },
          ]}
        />
      </Panel>
      {user && <TestPanel role={user.role} />}
      <DatabasePanel />
    </Page>
  );
}
