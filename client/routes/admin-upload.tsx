import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AsyncPanel, Skeleton } from '../components/async-panel.tsx';
import { linkClass, loneLinkClass } from '../components/button.tsx';
import { MicrodataLink } from '../components/microdata-link.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { SendFiles } from '../features/upload-form/files-form.tsx';
import { settingsOptions } from '../features/settings/settings-options.ts';
import { sourceCheckOptions } from '../features/source/source-options.ts';
import {
  ProcessForm,
  processingFailure,
  useProcessing,
} from '../features/uploads/process-form.tsx';
import { ProcessResult } from '../features/uploads/process-result.tsx';
import { UploadList } from '../features/uploads/upload-list.tsx';
import { failedField } from '../lib/call.ts';

/** The screen for loading months: from the source if there is one, or from this computer, with the status of each. */
export default function UploadPage() {
  const settings = useQuery(settingsOptions);
  return (
    <Page
      title="Processamento CAGED"
      lead={
        <>
          Carregue meses do CAGED: os arquivos são conferidos e publicados. Baixe-os no site do MTE,
          na página <MicrodataLink /> do PDET, pasta NOVO CAGED.
        </>
      }
    >
      {/* The source is requested after the settings, so that one notice shows that the server is unreachable. */}
      <AsyncPanel query={settings} skeleton={<Skeleton className="h-60" />}>
        {({ system }) => (
          <>
            <SourcePanel />
            <SendFiles
              maxMegabytes={system.maxUploadMegabytes}
              aside={
                <Link to="/admin/upload-advanced" className={`text-dense ${loneLinkClass}`}>
                  Envio avançado: arquivos com outros nomes
                </Link>
              }
            />
          </>
        )}
      </AsyncPanel>
      <UploadList />
    </Page>
  );
}

function SourcePanel() {
  const check = useQuery(sourceCheckOptions);
  return (
    <AsyncPanel query={check} skeleton={<Skeleton className="h-60" />}>
      {({ source }) => source !== null && <FromSource source={source} />}
    </AsyncPanel>
  );
}

function FromSource({ source }: { source: string }) {
  const processing = useProcessing();
  const { error } = processing;
  return (
    <>
      <Panel title="Processar uma competência">
        <ProcessForm processing={processing} />
        <p className="mt-4 text-dense text-muted">
          Fonte: <span className="wrap-anywhere">{source}</span>.{' '}
          <Link to="/admin/source" className={linkClass}>
            Ver o que há de novo nela
          </Link>
        </p>
        {error !== null && failedField(error, ['competencia']) === undefined && (
          <Notice tone="danger" className="mt-4" title="O processamento não começou">
            {processingFailure(error)}
          </Notice>
        )}
      </Panel>
      {processing.data && <ProcessResult answer={processing.data} />}
    </>
  );
}
