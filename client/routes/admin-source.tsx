import { useQuery } from '@tanstack/react-query';
import { AsyncPanel, Skeleton } from '../components/async-panel.tsx';
import { Page } from '../components/page.tsx';
import { LoadLimitsPanel } from '../features/source/load-limits-panel.tsx';
import { NewsPanel } from '../features/source/news-panel.tsx';
import { SourcePanel } from '../features/source/source-panel.tsx';
import { sourceCheckOptions } from '../features/source/source-options.ts';

/** The automatic source of months, and the thresholds that make a load wait. */
export default function SourcePage() {
  const check = useQuery(sourceCheckOptions);
  return (
    <Page
      title="Fonte e limites"
      lead="De onde vêm os meses, o que há de novo e quando um administrador precisa aprovar."
    >
      <AsyncPanel query={check} skeleton={<Skeleton className="h-88 max-sm:h-160" />}>
        {(answer) => (
          <>
            <SourcePanel check={answer} />
            {answer.source !== null && <NewsPanel />}
          </>
        )}
      </AsyncPanel>
      <LoadLimitsPanel />
    </Page>
  );
}
