import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReleaseEntry } from '../../shared/contracts/release.ts';
import { ListPanel } from '../components/list-panel.tsx';
import { Page } from '../components/page.tsx';
import { releasesOptions } from '../features/releases/releases-options.ts';
import { releaseColumns } from '../features/releases/release-table.tsx';
import { RestoreRelease, RetentionPanel } from '../features/releases/restore-release.tsx';
import { useListUrl } from '../lib/list-url.ts';
import { releaseOptions } from '../lib/release.ts';

export default function ReleasesPage() {
  const { page } = useListUrl();
  const releases = useQuery(releasesOptions(page));
  const current = useQuery(releaseOptions).data?.number ?? null;
  const [chosen, setChosen] = useState<ReleaseEntry>();
  return (
    <Page
      title="Versões dos dados"
      lead="Cada envio publicado cria uma versão. Você pode voltar a uma versão anterior sem perder dados."
    >
      <ListPanel
        label="Versões dos dados"
        query={releases}
        emptyText="Nada foi publicado ainda. O primeiro mês carregado cria a versão 1."
        failureTitle="Erro ao carregar as versões"
        columns={releaseColumns(setChosen)}
        rowKey={({ number }) => String(number)}
      />
      <RetentionPanel />
      {chosen && (
        <RestoreRelease release={chosen} current={current} onClose={() => setChosen(undefined)} />
      )}
    </Page>
  );
}
