import { Link } from '@tanstack/react-router';
import type { SearchAnswer } from '../../../shared/contracts/search.ts';
import { linkClass } from '../../components/link-class.ts';
import { CopyButton } from './copy-button.tsx';

/** The way to an answer's receipt, and its address to pass on; or why it has none. */
export function ReceiptLine({
  answer: { receipt, receiptNote },
}: {
  answer: Pick<SearchAnswer, 'receipt' | 'receiptNote'>;
}) {
  if (receipt === null) {
    return receiptNote === undefined ? null : (
      <p className="text-dense text-muted">{receiptNote}</p>
    );
  }
  return (
    <span className="flex items-center gap-1 text-dense">
      <Link to="/receipt/$id" params={{ id: receipt.id }} className={linkClass}>
        Recibo
      </Link>
      <CopyButton
        label="Copiar o endereço do recibo"
        text={`${window.location.origin}${receipt.path}`}
      />
    </span>
  );
}
