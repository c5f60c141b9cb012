import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Combobox } from '../../../components/combobox.tsx';
import { Sheet } from '../../../components/sheet.tsx';
import { useDebounced } from '../../../lib/use-debounced.ts';
import type { PayrollReader } from '../reading/payroll-reader.ts';

const restMs = 120;

/** Finds another occupation for a job, in the browser; the typed text is never sent. */
export function OccupationSheet({
  title,
  people,
  reader,
  onPick,
  onClose,
}: {
  title: string;
  people: string;
  reader: PayrollReader;
  onPick: (code: string) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const asked = useDebounced(text.trim(), restMs);
  const offers = useQuery({
    queryKey: ['payroll-offers', asked],
    queryFn: () => reader.offers(asked),
    enabled: asked.length > 2,
    gcTime: 0,
  });
  const found = asked.length > 2 ? (offers.data ?? []) : [];
  return (
    <Sheet title="Trocar a ocupação" side="right" isOpen onOpen={onClose}>
      <p className="mb-4 wrap-anywhere">
        <strong className="font-medium">{title}</strong>: a troca vale para {people} com esse cargo.
      </p>
      <Combobox
        label="Ocupação ou código CBO"
        placeholder="Ex.: vendedor ou 521110"
        text={text}
        onText={setText}
        suggestions={found.map(({ code, title: name, foundBy }) => ({
          value: code,
          label: `${code} - ${name}`,
          note: foundBy === undefined ? undefined : `também: ${foundBy}`,
        }))}
        onPick={({ value }) => onPick(value)}
        isOfText={asked === text.trim()}
        hint={
          asked.length > 2 && offers.data?.length === 0
            ? `Nenhuma ocupação se chama “${asked}”. Tente outra palavra.`
            : 'Três letras ou mais. A procura é feita neste navegador.'
        }
      />
    </Sheet>
  );
}
