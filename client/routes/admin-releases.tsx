import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ReleasesPage, type ReleaseEntry } from '../../shared/contracts/release.ts';
import { ListPanel } from '../components/list-panel.tsx';
import { Page } from '../components/page.tsx';
import { releaseColumns } from '../features/releases/release-table.tsx';
import { RestoreRelease, RetentionPanel } from '../features/releases/restore-release.tsx';
import { get } from '../lib/call.ts';
import { useListUrl } from '../lib/list-url.ts';
import { pagedList } from '../lib/paged-list.ts';
import { releaseOptions } from '../lib/release.ts';

export default function DataReleasesPage() {
  const { page } = useListUrl();
  const releases = useQuery(
    pagedList({ key: ['releases'], page }, async (request) => {
      const { releases: rows, total } = await get('/api/releases', ReleasesPage, request);
      return { rows, total };
    }),
  );
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
