import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Overview } from '../../shared/contracts/overview.ts';
import { AsyncPanel, Skeleton } from '../components/async-panel.tsx';
import { loneLinkClass } from '../components/button.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { AddressTabs } from '../components/tabs.tsx';
import {
  overviewOptions,
  OverviewTab,
  SettingsTab,
  UsersTab,
} from '../features/overview/dashboard-tabs.tsx';
import { SendFiles } from '../features/upload-form/files-form.tsx';
import { settingsOptions } from '../features/settings/settings-options.ts';
import { useCboImport } from '../features/settings/reference-panel.tsx';
import { RecentUploads } from '../features/uploads/upload-list.tsx';

export default function DashboardPage() {
  const overview = useQuery(overviewOptions);
  const cbo = useCboImport();
  const withOverview = (content: (figures: Overview) => ReactNode) => (
    <AsyncPanel
      query={overview}
      skeleton={
        <>
          <Skeleton className="h-30" />
          <Skeleton className="h-80" />
        </>
      }
    >
      {content}
    </AsyncPanel>
  );
  const tabs = [
    {
      name: 'geral',
      label: 'Visão geral',
      content: withOverview((figures) => (
        <OverviewTab
          overview={figures}
          isImporting={cbo.isPending}
          onImportCbo={() => cbo.mutate(null)}
        />
      )),
    },
    {
      name: 'usuarios',
      label: 'Usuários',
      content: withOverview((figures) => <UsersTab overview={figures} />),
    },
    {
      name: 'envios',
      label: 'Envios',
      content: (
        <>
          <FileSender />
          <Panel title="Envios recentes">
            <RecentUploads />
          </Panel>
        </>
      ),
    },
    {
      name: 'configuracoes',
      label: 'Configurações',
      content: withOverview((figures) => <SettingsTab overview={figures} />),
    },
  ];
  return (
    <Page title="Painel" lead="A situação do sistema agora.">
      <AddressTabs label="Painel" tabs={tabs} />
    </Page>
  );
}

function FileSender() {
  const settings = useQuery(settingsOptions);
  return (
    <AsyncPanel query={settings} skeleton={<Skeleton className="h-40" />}>
      {({ system }) => (
        <SendFiles
          maxMegabytes={system.maxUploadMegabytes}
          aside={
            <Link to="/admin/upload" className={`text-dense ${loneLinkClass}`}>
              Processamento CAGED
            </Link>
          }
        />
      )}
    </AsyncPanel>
  );
}
