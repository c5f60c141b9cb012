import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { formatDate, formatMoment, formatReais } from '../../shared/words/format.ts';
import type { PublicReceipt } from '../../shared/contracts/public-links.ts';
import { statisticsSentences } from '../../shared/sentences/executive-summary.ts';
import { AsyncPanel, Skeleton } from '../components/async-panel.tsx';
import { Fold } from '../components/fold.tsx';
import { IncompleteNotice } from '../components/incomplete-notice.tsx';
import { SyntheticNotice } from '../components/synthetic-notice.tsx';
import { AnswerFigure } from '../features/answer/answer-figure.tsx';
import { QualityBadge } from '../features/panels/quality-badge.tsx';
import { ClosedLink, publicReceiptOptions } from '../features/public-receipt/receipt-card.tsx';
import { ReceiptFigures } from '../features/research/receipt-panels.tsx';
import { MethodDetails } from '../features/search/method-panel.tsx';

/** A receipt that anyone with its link can read: first the answer, then, on demand, everything behind it. */
export default function PublicReceiptPage() {
  const { token } = useParams({ from: '/p/$token' });
  const receipt = useQuery(publicReceiptOptions(token));
  return (
    <main className="mx-auto w-full max-w-4xl min-w-0 pt-4 pb-12">
      <title>{`${titleOf(receipt.data)} · CAGED Analytics`}</title>
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

/** The answer, then its query: occupation and place, as on the search screen. */
function titleOf(receipt: PublicReceipt | undefined): string {
  if (receipt === undefined) return 'Resposta compartilhada';
  const { subject, parts } = receipt.query;
  const { median } = receipt.statistics;
  const query = [subject.replace(/^\d{6} - /, ''), ...parts.slice(0, 1)].join(', ');
  return median === null ? query : `${formatReais(median)}: ${query}`;
}

const methodId = 'metodo';

function Content({ receipt }: { receipt: PublicReceipt }) {
  const { query, statistics, method, release, createdAt, expiresAt, limits } = receipt;
  const showMethod = () => {
    const details = document.querySelector<HTMLDetailsElement>(`#${methodId} details`);
    if (details === null) return;
    details.open = true;
    details.querySelector('summary')?.focus();
  };
  return (
    <div className="flex flex-col gap-4">
      {release.isSynthetic && <SyntheticNotice />}
      <IncompleteNotice completeness={method.completeness} />
      <div>
        <h1 className="text-figure font-semibold tracking-tight wrap-anywhere">{query.subject}</h1>
        <p className="mt-1 text-muted wrap-anywhere">{query.parts.join('\u00a0· ')}</p>
      </div>
      <section aria-label="Resposta" className="card min-w-0 p-4 sm:p-5">
        <AnswerFigure
          answer={{ statistics, method }}
          quality={<QualityBadge answer={receipt} latestMonth={null} />}
          onMethod={method.funnel.length > 0 ? showMethod : undefined}
        />
        <ul className="mt-4 grid gap-x-6 gap-y-2 border-t border-line pt-3 tabular-nums empty:hidden md:grid-cols-3">
          {statisticsSentences(receipt).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
      <p className="text-dense text-muted">
        Fonte: Ministério do Trabalho e Emprego, Novo CAGED. Resposta de {formatMoment(createdAt)},
        sobre a versão {release.number} dos dados, de {formatDate(release.publishedAt)}. Esta página
        fica no ar até {formatDate(expiresAt)}.
      </p>
      <div>
        <Fold title="Todos os números">
          <ReceiptFigures {...receipt} />
        </Fold>
        {method.funnel.length > 0 && (
          <div id={methodId}>
            <Fold title="Como foi calculado">
              <MethodDetails method={method} />
            </Fold>
          </div>
        )}
        <Fold title="Como ler os números">
          <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
            {limits.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </ul>
        </Fold>
      </div>
    </div>
  );
}
