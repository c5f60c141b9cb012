import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../components/button.tsx';
import { Facts } from '../../components/facts.tsx';
import { Panel } from '../../components/panel.tsx';
import type { Overview } from '../../../shared/contracts/overview.ts';

/** The current state of what the settings control, with a link to them. */
export function SettingsTab({ overview }: { overview: Overview }) {
  const wanted = ['mail', 'source', 'data_freshness', 'disk'];
  const parts = overview.parts.filter(({ part }) => wanted.includes(part));
  return (
    <Panel title="Configurações">
      <Facts
        facts={parts.map(({ label, message }) => ({
          term: label,
          detail: message ?? 'Sem nada a fazer',
        }))}
      />
      <Link to="/admin/settings" className={buttonClass('primary', 'mt-4')}>
        Abrir configurações
      </Link>
    </Panel>
  );
}
