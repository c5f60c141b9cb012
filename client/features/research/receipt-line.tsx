import { Link } from '@tanstack/react-router';
import type { ArrivingAnswer } from '../../../shared/contracts/search.ts';
import { linkClass } from '../../components/link-class.ts';
import { CopyButton } from './copy-button.tsx';
import { LaudoButton } from './laudo-download.tsx';

/** The way to an answer's receipt, and its address to pass on; or why it has none. */
export function ReceiptLine({
  answer: { receipt, receiptNote, totalCount, method },
}: {
  answer: Pick<ArrivingAnswer, 'receipt' | 'receiptNote' | 'totalCount' | 'method'>;
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
      {method.release?.isSynthetic === false && (
        <span className="ml-auto">
          <LaudoButton id={receipt.id} count={totalCount} />
        </span>
      )}
    </span>
  );
}
