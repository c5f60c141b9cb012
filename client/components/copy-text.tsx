import Copy from 'lucide-react/icons/copy';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { showToast } from './toast.tsx';

/** Copies a text and shows a notification; if the browser refuses, asks the user to copy it by hand. */
export function CopyText({
  text,
  copied,
  look = 'secondary',
}: {
  text: string;
  /** The notification after a copy. */
  copied: { title: string; description?: string };
  look?: ComponentProps<typeof Button>['look'];
}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast(copied);
    } catch {
      showToast({ title: 'Não foi possível copiar', description: 'Selecione o texto e copie-o.' });
    }
  };
  return (
    <Button look={look} onClick={() => void copy()}>
      <Copy aria-hidden size={16} />
      Copiar
    </Button>
  );
}
