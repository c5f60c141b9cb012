import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { formatDate, formatMoment } from '../../shared/words/format.ts';
import type { PublicReceipt } from '../../shared/contracts/public-links.ts';
import { AsyncPanel, Skeleton } from '../components/async-panel.tsx';
import { IncompleteNotice } from '../components/incomplete-notice.tsx';
import { Panel } from '../components/panel.tsx';
import { ClosedLink, publicReceiptOptions } from '../features/public-receipt/receipt-card.tsx';
import { ReceiptFigures } from '../features/research/receipt-panels.tsx';
import { MethodPanel } from '../features/search/method-panel.tsx';

/** A receipt that anyone with its link can read. */
export default function PublicReceiptPage() {
  const { token } = useParams({ from: '/p/$token' });
  const receipt = useQuery(publicReceiptOptions(token));
  return (
    <main className="mx-auto w-full max-w-4xl min-w-0 pt-4 pb-12">
      <title>Resposta compartilhada · CAGED Analytics</title>
      <AsyncPanel
        query={receipt}
        skeleton={<Skeleton className="h-160" />}
        renderError={(error, retry) => <ClosedLink error={error} retry={retry} />}
      >
        {(shared) => <Content receipt={shared} />}
      </AsyncPanel>
    </main>
  );
}

function Content({ receipt }: { receipt: PublicReceipt }) {
  const { question, statistics, method, release, createdAt, expiresAt, limits } = receipt;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-figure font-semibold tracking-tight wrap-anywhere">
          {question.subject}
        </h1>
        <p className="mt-1 text-muted wrap-anywhere">{question.parts.join(' · ')}</p>
        <p className="mt-1 text-dense text-muted">
          Resposta de {formatMoment(createdAt)}, sobre a versão {release.number} dos dados, de{' '}
          {formatDate(release.publishedAt)}
          {release.isSynthetic && ' (dados sintéticos de demonstração)'}. O link vale até{' '}
          {formatDate(expiresAt)}.
        </p>
      </div>
      <IncompleteNotice completeness={method.completeness} />
      <ReceiptFigures statistics={statistics} />
      {method.funnel.length > 0 && <MethodPanel method={method} />}
      <Panel title="O que os números são">
        <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
          {limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
