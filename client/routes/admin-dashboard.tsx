import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Overview } from '../../shared/contracts/overview.ts';
import { AsyncPanel, Skeleton } from '../components/async-panel.tsx';
import { linkClass } from '../components/button.tsx';
import { Page } from '../components/page.tsx';
import { Tabs, type Tab } from '../components/tabs.tsx';
import {
  overviewOptions,
  OverviewTab,
  SettingsTab,
  UploadsTab,
  UsersTab,
} from '../features/overview/dashboard-tabs.tsx';
import { SendFiles } from '../features/upload-form/files-form.tsx';
import { settingsOptions } from '../features/settings/settings-options.ts';
import { useCboImport } from '../features/settings/reference-panel.tsx';
import { RecentUploads } from '../features/uploads/recent-uploads.tsx';
import { useListUrl } from '../lib/list-url.ts';

const tabNames = ['geral', 'usuarios', 'envios', 'configuracoes'] as const;
type TabName = (typeof tabNames)[number];

/** An overview of the whole product for administrators. */
export default function DashboardPage() {
  const overview = useQuery(overviewOptions);
  const { text, change } = useListUrl();
  const current = tabNames.find((name) => name === text('aba')) ?? 'geral';
  return (
    <Page title="Painel" lead="A situação do sistema agora.">
      <AsyncPanel
        query={overview}
        skeleton={
          <>
            <Skeleton className="h-10" />
            <Skeleton className="h-30" />
            <Skeleton className="h-80" />
          </>
        }
      >
        {(figures) => (
          <DashboardTabs
            overview={figures}
            current={current}
            onCurrent={(aba) => change({ aba: aba === 'geral' ? '' : aba })}
          />
        )}
      </AsyncPanel>
    </Page>
  );
}

function DashboardTabs({
  overview,
  current,
  onCurrent,
}: {
  overview: Overview;
  current: TabName;
  onCurrent: (name: TabName) => void;
}) {
  const cbo = useCboImport();
  const tabs: readonly Tab<TabName>[] = [
    {
      name: 'geral',
      label: 'Visão geral',
      content: (
        <OverviewTab
          overview={overview}
          isImporting={cbo.isPending}
          onImportCbo={() => cbo.mutate(null)}
        />
      ),
    },
    { name: 'usuarios', label: 'Usuários', content: <UsersTab overview={overview} /> },
    {
      name: 'envios',
      label: 'Envios',
      content: <UploadsTab sender={<FileSender />} recent={<RecentUploads />} />,
    },
    {
      name: 'configuracoes',
      label: 'Configurações',
      content: <SettingsTab overview={overview} />,
    },
  ];
  return <Tabs label="Painel" tabs={tabs} current={current} onCurrent={onCurrent} />;
}

function FileSender() {
  const settings = useQuery(settingsOptions);
  return (
    <AsyncPanel query={settings} skeleton={<Skeleton className="h-40" />}>
      {({ system }) => (
        <SendFiles mostMegabytes={system.maxUploadMegabytes} aside={<UploadLinks />} />
      )}
    </AsyncPanel>
  );
}

function UploadLinks() {
  return (
    <Link to="/admin/upload" className={`text-dense ${linkClass}`}>
      Processamento CAGED
    </Link>
  );
}
