import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { FigureForm } from './figure-form.tsx';
import { FiguresFile } from './figures-file.tsx';

const ways = [
  { value: 'file', label: 'Arquivo CSV' },
  { value: 'form', label: 'Um número' },
] as const;

/** Imports newer MTE figures, from a file or one at a time. */
export function FiguresImport({ onClose }: { onClose: () => void }) {
  const [way, setWay] = useState<(typeof ways)[number]['value']>('file');
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-dense text-muted">
        Os números entram com a fonte e a edição das tabelas do MTE. Um número da mesma edição, mês
        e série toma o lugar do anterior.
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl label="Como importar" options={ways} value={way} onValue={setWay} />
        <Button look="quiet" onClick={onClose}>
          Fechar
        </Button>
      </div>
      {way === 'file' ? <FiguresFile /> : <FigureForm />}
    </div>
  );
}
