import { useId } from 'react';
import { Button } from '../../components/button.tsx';
import { Fold } from '../../components/fold.tsx';
import { showToast } from '../../components/toast.ts';

/** A text for the firm's explanatory note, with a copy button. */
export function FirmNoteView({ text }: { text: string }) {
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: 'Texto copiado' });
    } catch {
      showToast({ title: 'Não foi possível copiar', description: 'Selecione o texto e copie-o.' });
    }
  };
  return (
    <Fold title="Texto para a nota explicativa da empresa">
      <label htmlFor={id} className="mb-2 block max-w-prose text-dense text-muted">
        Cada número diz de onde vem: [1] da sua folha, [2] do mercado, com o recibo. Leia antes de
        usar.
      </label>
      <textarea
        id={id}
        readOnly
        rows={12}
        value={text}
        className="w-full rounded-control border border-control bg-surface p-3 text-dense"
      />
      <Button className="mt-2" onClick={() => void copy()}>
        Copiar o texto
      </Button>
    </Fold>
  );
}
