import { useId, useState } from 'react';
import type { SalaryRank } from '../../../shared/contracts/search.ts';
import {
  formatReais,
  formatShare,
  invalidReais,
  maybeReais,
} from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';
import { useSalaryRank, type AnsweredQuery } from '../../lib/exact-distribution.ts';

/** A floor that the user types, and the shares of the records below, at and above it. */
export function OwnFloor({ subject, records }: { subject: AnsweredQuery; records: number }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [centavos, setCentavos] = useState<number>();
  const [isRefused, setRefused] = useState(false);
  const { rank, problem } = useSalaryRank(subject, centavos);
  const text =
    centavos === undefined
      ? undefined
      : (problem ?? (rank ? floorText(centavos, rank, records) : 'Carregando...'));
  return (
    <form
      className="mt-4 flex flex-wrap items-center gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        const reais = maybeReais(typed);
        setRefused(reais === undefined || reais <= 0);
        if (reais !== undefined && reais > 0) setCentavos(Math.round(reais * 100));
      }}
    >
      <label htmlFor={id} className="font-medium">
        Piso da sua convenção, em R$
      </label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={isRefused || undefined}
        aria-describedby={`${id}-answer`}
        className="control w-36 text-right tabular-nums"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit">Comparar</Button>
      <output id={`${id}-answer`} className="min-w-0 tabular-nums">
        {isRefused ? invalidReais : text}
      </output>
    </form>
  );
}

function floorText(centavos: number, { below, upTo }: SalaryRank, records: number): string {
  const [under, at, over] = [below, upTo - below, records - upTo].map((count) =>
    formatShare(count / records),
  );
  return `${under} dos registros estão abaixo de ${formatReais(centavos / 100)}, ${at} têm esse valor e ${over} estão acima.`;
}
