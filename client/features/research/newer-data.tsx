import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { formatDate, formatMonth } from '../../../shared/words/format.ts';
import type { ReleaseSummary } from '../../../shared/contracts/release.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { CallError } from '../../lib/call.ts';
import { newestReleaseOptions } from '../../lib/release.ts';

/** A page that is older than the server finds its parts no more: the notice stands without it. */
const RevisionNote = lazy(() =>
  import('./revision-note.tsx').catch(() => ({ default: () => <></> })),
);

/** Tells that an answer is of another release than the current one, and offers the current data. */
export function NewerData({
  answered,
  receiptId,
  onCurrent,
}: {
  /** The release of the answer on the screen. */
  answered: number | null;
  /** Undefined of an answer that was not kept. */
  receiptId: string | undefined;
  onCurrent: (newest: ReleaseSummary) => void;
}) {
  const newest = useQuery(newestReleaseOptions).data;
  if (newest === undefined || newest.number === null || newest.number === answered) return null;
  return (
    <Notice
      tone="neutral"
      title={titleOf(newest.number, answered)}
      actions={<Button onClick={() => onCurrent(newest)}>Pesquisar com os dados atuais</Button>}
    >
      {currentText(newest)} {answered !== null && `Esta resposta é da versão ${answered}.`}
      {receiptId !== undefined && (
        <Suspense fallback={<p className="text-dense">&nbsp;</p>}>
          <RevisionNote of={{ kind: 'receipts', id: receiptId }} release={answered} />
        </Suspense>
      )}
    </Notice>
  );
}

/** The server refused the release that the link asks for: it was never published, or is no longer kept. */
export const isOfRelease = (error: Error) =>
  error instanceof CallError && error.field === 'release';

/** The refusal, with the way to the current data. */
export function ReleaseRefused({ error, onCurrent }: { error: Error; onCurrent: () => void }) {
  return (
    <Notice
      tone="danger"
      title="Erro na Pesquisa"
      actions={
        <Button look="primary" onClick={onCurrent}>
          Pesquisar com os dados atuais
        </Button>
      }
    >
      {error.message}
    </Notice>
  );
}

/** An administrator may have gone back to an earlier release. */
const titleOf = (newest: number, answered: number | null) =>
  answered === null || newest > answered ? 'Há dados mais novos' : 'Os dados atuais são outros';

function currentText({ number, publishedAt, lastMonth }: ReleaseSummary): string {
  const published = publishedAt === null ? '' : `, de ${formatDate(publishedAt)}`;
  const reach = lastMonth === null ? '' : `, com dados até ${formatMonth(lastMonth)}`;
  return `Os atuais são os da versão ${number}${published}${reach}.`;
}
