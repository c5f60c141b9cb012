import Copy from 'lucide-react/icons/copy';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { showToast } from './toast.tsx';

/** Copies a text and shows a notification; if the browser refuses, shows the text, to be copied by hand. */
export function CopyText({
  text,
  copied,
  label = 'Copiar',
  look = 'secondary',
}: {
  text: string;
  /** The notification after a copy. */
  copied: { title: string; description?: string };
  label?: string;
  look?: ComponentProps<typeof Button>['look'];
}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast(copied);
    } catch {
      showToast({ title: 'Copie este texto', description: text });
    }
  };
  return (
    <Button look={look} onClick={() => void copy()}>
      <Copy aria-hidden size={16} />
      {label}
    </Button>
  );
}
