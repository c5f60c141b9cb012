import { useEffect, useState } from 'react';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Link2 from 'lucide-react/icons/link-2';
import { Button, IconButton } from '../../components/button.tsx';
import { showToast } from '../../components/toast.tsx';

/** A digest, which can wrap at any character. */
export function Hash({ text }: { text: string }) {
  return <code className="font-mono text-fine break-all">{text}</code>;
}

const copiedNoticeMs = 2000;

/** Copies a text; if the browser refuses, shows the text so that the user can copy it. */
function useCopy() {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedNoticeMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showToast({ title: 'Copie este texto', description: text });
    }
  };
  return { isCopied, copy };
}

export function CopyButton({ label, text }: { label: string; text: string }) {
  const { isCopied, copy } = useCopy();
  return (
    <>
      <IconButton label={label} onClick={() => void copy(text)}>
        {isCopied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
      </IconButton>
      <output className="sr-only">{isCopied && 'Copiado.'}</output>
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
