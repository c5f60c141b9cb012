import { useQuery } from '@tanstack/react-query';
import { AsyncPanel, Skeleton } from '../components/async-panel.tsx';
import { Page } from '../components/page.tsx';
import { SendMonth } from '../features/upload-form/month-form.tsx';
import { settingsOptions } from '../features/settings/settings-options.ts';

/** Uploads a month's files from this computer to the server. */
export default function AdvancedUploadPage() {
  const settings = useQuery(settingsOptions);
  return (
    <Page
      title="Envio avançado"
      lead="Envie os arquivos de um mês do CAGED: .txt, .csv, .dat, .zip ou .7z."
    >
      <AsyncPanel query={settings} skeleton={<Skeleton className="h-80" />}>
        {({ system }) => <SendMonth maxMegabytes={system.maxUploadMegabytes} />}
      </AsyncPanel>
    </Page>
  );
}
