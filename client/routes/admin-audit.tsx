import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { AuditPage } from '../../shared/contracts/audit.ts';
import { buttonClass } from '../components/button.tsx';
import { ListPanel } from '../components/list-panel.tsx';
import { Page } from '../components/page.tsx';
import { AuditFilters, auditColumns } from '../features/audit/audit-table.tsx';
import { get } from '../lib/call.ts';
import { useListUrl } from '../lib/list-url.ts';
import { pagedList } from '../lib/paged-list.ts';
import { stringifyUrlState, withoutEmpty } from '../lib/url-state.ts';

const pageSize = 50;

/** The audit log: who did what to what, when and from where. */
export default function AuditLogPage() {
  const { text, page } = useListUrl();
  /** The filters as the API names them; an empty one is not set. */
  const filters = {
    action: text('acao'),
    outcome: text('resultado'),
    actorId: text('quem'),
    from: text('de'),
    to: text('ate'),
  };
  const audit = useQuery(
    pagedList({ key: ['audit'], filters, page, pageSize }, async (request) => {
      const { entries: rows, total } = await get('/api/admin/audit', AuditPage, request);
      return { rows, total };
    }),
  );
  const csvLink = `/api/admin/audit.csv${stringifyUrlState(withoutEmpty(filters))}`;
  return (
    <Page
      title="Auditoria"
      lead="Logins e ações administrativas do último ano. Nada aqui pode ser alterado."
      actions={
        <a href={csvLink} download className={buttonClass('secondary')}>
          <Download aria-hidden size={16} />
          Exportar CSV
        </a>
      }
    >
      <ListPanel
        label="Auditoria"
        filters={<AuditFilters />}
        query={audit}
        pageSize={pageSize}
        emptyText="Nenhum registro com esses filtros"
        failureTitle="Erro ao carregar a auditoria"
        columns={auditColumns}
        rowKey={({ id }) => id}
      />
    </Page>
  );
}
