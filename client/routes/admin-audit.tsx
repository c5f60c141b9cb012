import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { buttonClass } from '../components/button.tsx';
import { ListPanel } from '../components/list-panel.tsx';
import { Page } from '../components/page.tsx';
import { auditCsvLink, auditOptions, auditPageSize } from '../features/audit/audit-options.ts';
import { AuditFilters, auditColumns } from '../features/audit/audit-table.tsx';
import { useListUrl } from '../lib/list-url.ts';

/** The audit log: who did what to what, when and from where. */
export default function AuditPage() {
  const { text, page } = useListUrl();
  const choice = {
    action: text('acao'),
    outcome: text('resultado'),
    actorId: text('quem'),
    from: text('de'),
    to: text('ate'),
  };
  const audit = useQuery(auditOptions(choice, page));
  return (
    <Page
      title="Auditoria"
      lead="Logins e ações administrativas do último ano. Nada aqui pode ser alterado."
      actions={
        <a href={auditCsvLink(choice)} download className={buttonClass('secondary')}>
          <Download aria-hidden size={16} />
          Exportar CSV
        </a>
      }
    >
      <ListPanel
        label="Auditoria"
        filters={<AuditFilters />}
        query={audit}
        pageSize={auditPageSize}
        emptyText="Nenhum registro com esses filtros"
        failureTitle="Erro ao carregar a auditoria"
        columns={auditColumns}
        rowKey={({ id }) => id}
      />
    </Page>
  );
}
