import { useQuery } from '@tanstack/react-query';
import { formatDate, formatMonth } from '../../../shared/words/format.ts';
import type { ReleaseSummary } from '../../../shared/contracts/release.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { CallError } from '../../lib/call.ts';
import { lazyPart } from '../../components/lazy.tsx';
import { newestReleaseOptions } from '../../lib/release.ts';

/** A page that is older than the server may no longer find its chunks; the notice then appears without the note. */
const RevisionNote = lazyPart(
  () => import('./revision-note.tsx').catch(() => ({ default: () => <></> })),
  <p className="text-dense">&nbsp;</p>,
);

/** The notice that an answer uses another release than the current one, with a button for the current data. */
export function NewerData({
  answered,
  receiptId,
  onCurrent,
}: {
  /** The release of the answer on the screen. */
  answered: number | null;
  /** Undefined for an answer that was not stored. */
  receiptId?: string | undefined;
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
        <RevisionNote of={{ kind: 'receipts', id: receiptId }} release={answered} />
      )}
    </Notice>
  );
}

/** Whether the server rejected the release in the link: it was never published, or is no longer stored. */
export const isOfRelease = (error: Error) =>
  error instanceof CallError && error.field === 'release';

/** The rejection, with a button for the current data. */
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

/** An administrator may have restored an earlier release. */
const titleOf = (newest: number, answered: number | null) =>
  answered === null || newest > answered ? 'Há dados mais novos' : 'Os dados atuais são outros';

function currentText({ number, publishedAt, lastMonth }: ReleaseSummary): string {
  const published = publishedAt === null ? '' : `, de ${formatDate(publishedAt)}`;
  const reach = lastMonth === null ? '' : `, com dados até ${formatMonth(lastMonth)}`;
  return `Os atuais são os da versão ${number}${published}${reach}.`;
}
