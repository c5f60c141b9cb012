import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../components/button.tsx';
import { showToast } from '../../components/toast.ts';

const toldForMs = 2000;

/** Copies a text; where the browser refuses, the text is shown to be copied by hand. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), toldForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showToast({ title: 'Copie o endereço', description: text });
    }
  };
  return (
    <>
      <IconButton label={label} onClick={() => void copy()}>
        {isCopied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
      </IconButton>
      <output className="sr-only">{isCopied && 'Endereço copiado.'}</output>
    </>
  );
}
