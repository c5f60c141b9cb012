import { smallNotes } from '../../../shared/statistics/catalogue.ts';
import { countOnlySentence } from '../../../shared/statistics/suppression.ts';
import { formatReais, formatRecords } from '../../../shared/words/format.ts';
import { IncompleteNotice } from '../../components/incomplete-notice.tsx';
import { linkClass } from '../../components/button.tsx';
import { PublicReceipt } from '../../../shared/contracts/public-links.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { getOptions } from '../../lib/get-options.ts';
import { CallError } from '../../lib/call.ts';

/** The answer as a card, for embedding in another site. */
export function ReceiptCard({ receipt, address }: { receipt: PublicReceipt; address: string }) {
  const { query, statistics, release, method } = receipt;
  const { count, median, p25, p75 } = statistics;
  return (
    <article className="card m-2 flex flex-col gap-2 p-4">
      <h1 className="text-title font-semibold wrap-anywhere">{query.subject}</h1>
      <p className="text-dense text-muted wrap-anywhere">{query.parts.join('\u00a0· ')}</p>
      <IncompleteNotice completeness={method.completeness} />
      {median === null ? (
        <p>
          {formatRecords(count)}. {countOnlySentence(count)}
        </p>
      ) : (
        <>
          <p>
            <span className="text-dense text-muted">Metade ganha até</span>
            <br />
            <span className="text-figure font-semibold tabular-nums">{formatReais(median)}</span>
          </p>
          {p25 !== null && p75 !== null && (
            <p className="text-dense tabular-nums">
              A metade central vai de {formatReais(p25)} a {formatReais(p75)}
            </p>
          )}
          <p className="text-dense text-muted">
            {formatRecords(count)}
            {release.isSynthetic && ', dados sintéticos de demonstração'}
            {smallNotes(statistics, method.designEffect).map((text) => `. ${text}`)}
          </p>
        </>
      )}
      <p className="text-dense text-muted">
        Novo CAGED, Ministério do Trabalho e Emprego ·{' '}
        <a href={address} target="_blank" rel="noreferrer" className={linkClass}>
          Como foi calculado
        </a>
      </p>
    </article>
  );
}

/** A link that does not open, or that could not be checked. */
export function ClosedLink({ error, retry }: { error: Error; retry: () => void }) {
  const isClosed = error instanceof CallError && error.status === 404;
  const title = isClosed ? 'Link indisponível' : 'Não foi possível abrir o link';
  return (
    <>
      <h1 className="sr-only">Resposta compartilhada</h1>
      <FailureNotice title={title} error={error} retry={retry} />
    </>
  );
}

export const publicReceiptOptions = (token: string) =>
  getOptions(['public-receipt', token], `/api/public/${encodeURIComponent(token)}`, PublicReceipt, {
    staleTime: Infinity,
  });
