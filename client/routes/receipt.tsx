import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import Printer from 'lucide-react/icons/printer';
import {
  Receipt,
  type EqualityReceipt,
  type SearchReceipt,
} from '../../shared/contracts/receipts.ts';
import { isIncomplete } from '../../shared/statistics/completeness.ts';
import { AsyncPanel, Skeleton } from '../components/async-panel.tsx';
import { Button, buttonClass } from '../components/button.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { IncompleteNotice } from '../components/incomplete-notice.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { EarlierSyntheticNotice } from '../components/synthetic-notice.tsx';
import { AnswerFigure } from '../features/answer/answer-figure.tsx';
import { AdjustedPanel } from '../features/equality/adjusted-panel.tsx';
import { EqualityMethod } from '../features/equality/equality-method.tsx';
import { EqualityMoves, EqualityTable } from '../features/equality/equality-table.tsx';
import { writeEqualityLink } from '../features/equality/equality-query.ts';
import { QualityBadge } from '../features/panels/quality-badge.tsx';
import { CopyReceipt } from '../features/research/receipt-line.tsx';
import { LaudoPanel } from '../features/research/laudo-download.tsx';
import { PublicLinksPanel } from '../features/research/public-links-panel.tsx';
import { ReceiptCheckPanel } from '../features/research/receipt-check.tsx';
import { ReceiptFiles } from '../features/research/receipt-files.tsx';
import { ReceiptFigures, ReceiptIdentity } from '../features/research/receipt-panels.tsx';
import { MethodDetails } from '../features/search/method-panel.tsx';
import RevisionNote from '../features/research/revision-note.tsx';
import { CallError } from '../lib/call.ts';
import { getOptions } from '../lib/get-options.ts';
import { drawers } from '../lib/result-view.ts';
import { writeSearchLink } from '../lib/search-url.ts';

/** The proof of an answer: the query, the result, the data, and a recomputation. */
export default function ReceiptPage() {
  const { id } = useParams({ from: '/receipt/$id' });
  const path = `/api/receipts/${encodeURIComponent(id)}`;
  const receipt = useQuery(getOptions(['receipt', id], path, Receipt));
  return (
    <Page
      title="Recibo da resposta"
      tabTitle={receipt.data && `${receipt.data.query.subject} · Recibo`}
      lead="A pergunta, os dados usados e o resultado. A sua empresa e os administradores podem ler e recalcular; o recibo não mostra quem fez a pergunta."
      actions={receipt.data && <Actions receipt={receipt.data} />}
    >
      <AsyncPanel
        query={receipt}
        skeleton={<Skeleton className="h-200" />}
        renderError={(error, retry) => <Failed error={error} retry={retry} />}
      >
        {(stored) => <Content key={stored.id} receipt={stored} />}
      </AsyncPanel>
    </Page>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  if (!(error instanceof CallError) || error.status !== 404) {
    return <FailureNotice title="Não foi possível carregar o recibo" error={error} retry={retry} />;
  }
  return (
    <Notice
      tone="danger"
      title="Este recibo não existe"
      actions={
        <Link to="/dashboard" search={{}} className={buttonClass('secondary')}>
          Ir para a pesquisa
        </Link>
      }
    >
      Confira se o endereço está completo; um recibo não é apagado.
    </Notice>
  );
}

function Actions({ receipt }: { receipt: Receipt }) {
  const { release, path } = receipt;
  const isRepeatable = receipt.kind === 'igualdade' || receipt.isRepeatable;
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {isRepeatable && release.isKept && <SearchAgain receipt={receipt} release={release.number} />}
      {isRepeatable && <SearchAgain receipt={receipt} />}
      <Button onClick={() => window.print()}>
        <Printer aria-hidden size={16} />
        Imprimir
      </Button>
      <CopyReceipt path={path} />
    </div>
  );
}

/** The link to the same query, on the receipt's own release if one is given. */
function SearchAgain({ receipt, release }: { receipt: Receipt; release?: number }) {
  if (receipt.kind === 'igualdade') {
    return (
      <Link
        to="/equality"
        search={writeEqualityLink(receipt.requested, release)}
        className={buttonClass('secondary')}
      >
        {release === undefined ? 'Ver com os dados atuais' : 'Abrir em Igualdade'}
      </Link>
    );
  }
  return (
    <Link
      to="/dashboard"
      search={writeSearchLink(receipt.filters, release)}
      className={buttonClass('secondary')}
    >
      {release === undefined ? 'Pesquisar com os dados atuais' : 'Abrir a pesquisa'}
    </Link>
  );
}

function Content({ receipt }: { receipt: Receipt }) {
  const { subject, parts } = receipt.query;
  return (
    <>
      <EarlierSyntheticNotice isSynthetic={receipt.release.isSynthetic} />
      <Panel title="Pergunta">
        <p className="text-title font-medium wrap-anywhere">{subject}</p>
        <p className="mt-1 text-muted wrap-anywhere">{parts.join('\u00a0· ')}</p>
      </Panel>
      <IncompleteNotice
        completeness={
          receipt.kind === 'igualdade' ? receipt.completeness : receipt.method.completeness
        }
      />
      {receipt.kind === 'igualdade' ? (
        <EqualityContent receipt={receipt} />
      ) : (
        <SearchContent receipt={receipt} />
      )}
      <ReceiptFiles files={receipt.files} />
      <p className="hidden text-dense print:block">{`${window.location.origin}${receipt.path}`}</p>
    </>
  );
}

function SearchContent({ receipt }: { receipt: SearchReceipt }) {
  return (
    <>
      <Panel title="Resposta">
        <AnswerFigure
          answer={receipt}
          quality={<QualityBadge answer={receipt} latestMonth={null} />}
          // The page has it below.
          onMethod={undefined}
        />
      </Panel>
      {!receipt.release.isCurrent && (
        <Panel title="O que mudou desde este recibo">
          <RevisionNote
            of={{ kind: 'receipts', id: receipt.id }}
            release={receipt.release.number}
          />
        </Panel>
      )}
      <div className="panel-columns">
        <ReceiptFigures {...receipt} />
        <div className="flex min-w-0 flex-col gap-4">
          <ReceiptIdentity receipt={receipt} />
          <ReceiptCheckPanel receipt={receipt} />
          <LaudoPanel receipt={receipt} />
        </div>
      </div>
      <PublicLinksPanel receiptId={receipt.id} />
      <Panel title={drawers.calculo}>
        <MethodDetails method={receipt.method} />
      </Panel>
    </>
  );
}

function EqualityContent({ receipt }: { receipt: EqualityReceipt }) {
  const { figures, release } = receipt;
  return (
    <>
      {!release.isCurrent && <EqualityMoves receipt={receipt} />}
      <EqualityTable figures={figures} />
      {!isIncomplete(receipt.completeness) && <AdjustedPanel whole={figures.whole} />}
      <div className="panel-columns">
        <ReceiptIdentity receipt={receipt} />
        <ReceiptCheckPanel receipt={receipt} />
      </div>
      <EqualityMethod />
    </>
  );
}
