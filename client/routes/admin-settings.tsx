import { Page } from '../components/page.tsx';
import { AddressTabs } from '../components/tabs.tsx';
import { InpcPanel, MinimumWagePanel } from '../features/settings/figure-table-panel.tsx';
import {
  PublicLinksSettings,
  ReportRetentionPanel,
} from '../features/settings/public-links-settings.tsx';
import { ReferencePanel } from '../features/settings/reference-panel.tsx';
import { SystemPanel } from '../features/settings/system-panel.tsx';
import { useCurrentUser } from '../lib/session.ts';

/** The settings of the whole product, in three parts: reference tables, links and reports, the system itself. */
export default function SettingsPage() {
  const user = useCurrentUser();
  const parts = [
    {
      name: 'tabelas',
      label: 'Tabelas',
      content: (
        <div className="panel-columns">
          <ReferencePanel />
          <div className="flex min-w-0 flex-col gap-4">
            <MinimumWagePanel />
            <InpcPanel />
          </div>
        </div>
      ),
    },
    {
      name: 'links',
      label: 'Links e relatórios',
      content: (
        <div className="panel-columns">
          <PublicLinksSettings />
          <ReportRetentionPanel />
        </div>
      ),
    },
    { name: 'sistema', label: 'Sistema', content: <SystemPanel user={user} /> },
  ];
  return (
    <Page title="Configurações" lead="Valem para todos os usuários.">
      <AddressTabs label="Configurações" tabs={parts} />
    </Page>
  );
}
