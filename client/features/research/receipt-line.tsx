import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Link2 from 'lucide-react/icons/link-2';
import type { ArrivingAnswer } from '../../../shared/contracts/search.ts';
import { linkClass, Button, IconButton } from '../../components/button.tsx';
import { LaudoButton } from './laudo-download.tsx';
import { showToast } from '../../components/toast.tsx';

/** The link to an answer's receipt, and its address to copy; or why there is no receipt. */
export function ReceiptAddress({
  answer: { receipt, receiptNote },
  children,
}: {
  answer: Pick<ArrivingAnswer, 'receipt' | 'receiptNote'>;
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
  answer: Pick<ArrivingAnswer, 'receipt' | 'receiptNote' | 'totalCount' | 'method'>;
}) {
  const { receipt, totalCount, method } = answer;
  return (
    <ReceiptAddress answer={answer}>
      {receipt && method.release?.isSynthetic === false && (
        <span className="ml-auto">
          <LaudoButton id={receipt.id} count={totalCount} />
        </span>
      )}
    </ReceiptAddress>
  );
}

/** A digest, which can wrap at any character. */
export function Hash({ text }: { text: string }) {
  return <code className="font-mono text-fine break-all">{text}</code>;
}

const toldForMs = 2000;

/** Copies a text; if the browser refuses, shows the text so that the user can copy it. */
function useCopy() {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), toldForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showToast({ title: 'Copie o endereço', description: text });
    }
  };
  return { isCopied, copy };
}

/** An icon button that copies a text. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const { isCopied, copy } = useCopy();
  return (
    <>
      <IconButton label={label} onClick={() => void copy(text)}>
        {isCopied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
      </IconButton>
      <output className="sr-only">{isCopied && 'Endereço copiado.'}</output>
    </>
  );
}

/** Copies the page's address with the release of the answer. */
export function CopyLink({ release }: { release: number | undefined }) {
  const { isCopied, copy } = useCopy();
  return (
    <>
      <Button onClick={() => void copy(addressOn(release))}>
        {isCopied ? <Check aria-hidden size={16} /> : <Link2 aria-hidden size={16} />}
        Copiar link
      </Button>
      <output className="sr-only">{isCopied && 'Endereço copiado.'}</output>
    </>
  );
}

function addressOn(release: number | undefined): string {
  const address = new URL(window.location.href);
  if (release !== undefined) address.searchParams.set('release', String(release));
  return address.href;
}
