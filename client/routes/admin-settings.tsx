import { Page } from '../components/page.tsx';
import { InpcPanel, MinimumWagePanel } from '../features/settings/figure-table-panel.tsx';
import {
  PublicLinksSettings,
  ReportRetentionPanel,
} from '../features/settings/public-links-settings.tsx';
import { ReferencePanel } from '../features/settings/reference-panel.tsx';
import { SystemPanel } from '../features/settings/system-panel.tsx';
import { useCurrentUser } from '../lib/session.ts';

/** The settings of the whole product: reference tables and the system itself. */
export default function SettingsPage() {
  const user = useCurrentUser();
  return (
    <Page title="Configurações" lead="Tabelas de referência e informações do sistema.">
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <ReferencePanel />
        <SystemPanel user={user} />
        <MinimumWagePanel />
        <InpcPanel />
        <ReportRetentionPanel />
        <PublicLinksSettings />
      </div>
    </Page>
  );
}
