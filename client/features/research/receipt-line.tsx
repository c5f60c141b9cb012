import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnswerWithoutDistribution } from '../../../shared/contracts/search.ts';
import { linkClass } from '../../components/button.tsx';
import { LaudoButton } from './laudo-download.tsx';
import { CopyButton } from './copy-button.tsx';

/** The link to an answer's receipt, and its address to copy; or why there is no receipt. */
export function ReceiptAddress({
  answer: { receipt, receiptNote },
  children,
}: {
  answer: Pick<AnswerWithoutDistribution, 'receipt' | 'receiptNote'>;
  /** Other actions on the stored answer. */
  children?: ReactNode;
}) {
  if (!receipt) {
    return receiptNote === undefined ? null : (
      <p className="text-dense text-muted">{receiptNote}</p>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-1 gap-y-2 text-dense">
      <Link to="/receipt/$id" params={{ id: receipt.id }} className={linkClass}>
        Recibo
      </Link>
      <CopyButton
        label="Copiar o endereço do recibo"
        text={`${window.location.origin}${receipt.path}`}
      />
      {children}
    </span>
  );
}

/** The receipt of a search, with its laudo. */
export function ReceiptLine({
  answer,
}: {
  answer: Pick<AnswerWithoutDistribution, 'receipt' | 'receiptNote' | 'statistics' | 'method'>;
}) {
  const { receipt, statistics, method } = answer;
  return (
    <ReceiptAddress answer={answer}>
      {receipt && method.release?.isSynthetic === false && (
        <span className="ml-auto">
          <LaudoButton id={receipt.id} median={statistics.median} />
        </span>
      )}
    </ReceiptAddress>
  );
}
