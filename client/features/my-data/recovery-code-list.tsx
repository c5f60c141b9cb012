import Copy from 'lucide-react/icons/copy';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../components/toast.ts';

/** The recovery codes, shown once. */
export function RecoveryCodeList({
  codes,
  onDone,
}: {
  codes: readonly string[];
  onDone: () => void;
}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      showToast({ title: 'Códigos copiados', description: 'Guarde-os fora deste computador.' });
    } catch {
      showToast({ title: 'Selecione e copie os códigos à mão' });
    }
  };
  return (
    <>
      <p className="mb-3 max-w-prose">
        Ligada. Guarde estes códigos de recuperação: cada um vale por um login, se você ficar sem o
        celular. Eles não serão mostrados de novo.
      </p>
      <ul
        aria-label="Códigos de recuperação"
        className="mb-3 grid gap-1 rounded-card border border-line bg-sunken p-4 text-dense tabular-nums select-all sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={onDone}>
          Já guardei
        </Button>
        <Button onClick={() => void copy()}>
          <Copy aria-hidden size={16} />
          Copiar
        </Button>
      </div>
    </>
  );
}
