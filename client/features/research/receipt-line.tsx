import { Link } from '@tanstack/react-router';
import type { AnswerWithoutDistribution } from '../../../shared/contracts/search.ts';
import { loneLinkClass } from '../../components/button.tsx';
import { CopyText } from '../../components/copy-text.tsx';

/** The link to an answer's receipt, and its address to copy; or why there is no receipt. */
export function ReceiptAddress({
  answer: { receipt, receiptNote },
}: {
  answer: Pick<AnswerWithoutDistribution, 'receipt' | 'receiptNote'>;
}) {
  if (!receipt) {
    return receiptNote === undefined ? null : (
      <p className="text-dense text-muted">{receiptNote}</p>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2 text-dense">
      <Link to="/receipt/$id" params={{ id: receipt.id }} className={loneLinkClass}>
        Recibo
      </Link>
      <CopyReceipt path={receipt.path} />
    </span>
  );
}

export const CopyReceipt = ({ path }: { path: string }) => (
  <CopyText
    label="Copiar o endereço do recibo"
    text={`${window.location.origin}${path}`}
    copied={{ title: 'Endereço copiado.' }}
  />
);
