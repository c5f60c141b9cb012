import Copy from 'lucide-react/icons/copy';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { showToast } from './toast.ts';

/** The longest text that a notification has room for; longer ones are on the page. */
const maxShownLength = 1000;

/** Copies a text. If the browser refuses, as without HTTPS, a notification shows the text, to be copied by hand. */
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
      showToast(
        text.length > maxShownLength
          ? { title: 'Não foi possível copiar', description: 'Selecione o texto e copie-o.' }
          : { title: 'Copie este texto', description: text },
      );
    }
  };
  return (
    <Button look={look} onClick={() => void copy()}>
      <Copy aria-hidden size={16} />
      {label}
    </Button>
  );
}
