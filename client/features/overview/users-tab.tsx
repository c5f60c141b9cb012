import { Link } from '@tanstack/react-router';
import { formatCount, formatCounted } from '../../../shared/words/format.ts';
import type { Overview } from '../../../shared/contracts/overview.ts';
import { buttonClass } from '../../components/button.tsx';
import { Facts } from '../../components/facts.tsx';
import { Panel } from '../../components/panel.tsx';

/** The number of users and companies, with a link to each list. */
export function UsersTab({ overview }: { overview: Overview }) {
  const { users, activeUsers, administrators, companies } = overview;
  return (
    <Panel title="Contas">
      <Facts
        facts={[
          { term: 'Contas', detail: formatCount(users) },
          {
            term: 'Ativas',
            detail: `${formatCount(activeUsers)}, das quais ${formatCounted(administrators, 'de administrador', 'de administradores')}`,
          },
          { term: 'Desativadas', detail: formatCount(users - activeUsers) },
          { term: 'Empresas', detail: formatCount(companies) },
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to="/admin/users" className={buttonClass('primary')}>
          Gerenciar usuários
        </Link>
        <Link to="/admin/companies" className={buttonClass('secondary')}>
          Gerenciar empresas
        </Link>
        <Link to="/admin/audit" className={buttonClass('secondary')}>
          Ver auditoria
        </Link>
      </div>
    </Panel>
  );
}
