import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linkClass } from '../components/link-class.ts';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { sourceCheckOptions } from '../features/source/source-options.ts';
import { NoSource } from '../features/uploads/no-source.tsx';
import { ProcessForm } from '../features/uploads/process-form.tsx';
import { ProcessResult } from '../features/uploads/process-result.tsx';
import { UploadList } from '../features/uploads/upload-list.tsx';
import { processingFailure, useProcessing } from '../features/uploads/use-processing.ts';
import { CallError } from '../lib/call.ts';
import { failedField } from '../lib/failure-text.ts';
import { useListUrl } from '../lib/list-url.ts';

/** Bringing a month from the source, and every upload with what became of it. */
export default function UploadPage() {
  const processing = useProcessing();
  const source = useQuery(sourceCheckOptions).data?.source;
  const url = useListUrl();
  const { error } = processing;
  const isWithoutSource =
    source === null || (error instanceof CallError && error.code === 'no_source');
  return (
    <Page
      title="Processamento CAGED"
      lead="Busca na fonte os arquivos de uma competência, confere e publica."
    >
      <Panel
        title="Processar uma competência"
        aside={
          <Link to="/admin/upload-advanced" className={`text-dense ${linkClass}`}>
            Enviar arquivos daqui
          </Link>
        }
      >
        <ProcessForm processing={processing} />
        {typeof source === 'string' && (
          <p className="mt-4 text-dense text-muted">
            Fonte: <span className="wrap-anywhere">{source}</span>
          </p>
        )}
        {isWithoutSource && <NoSource />}
        {error !== null &&
          !isWithoutSource &&
          failedField(error, ['competencia']) === undefined && (
            <div className="mt-4">
              <Notice tone="danger" title="O processamento não começou">
                {processingFailure(error)}
              </Notice>
            </div>
          )}
      </Panel>
      {processing.data && <ProcessResult answer={processing.data} />}
      <UploadList url={url} />
    </Page>
  );
}
