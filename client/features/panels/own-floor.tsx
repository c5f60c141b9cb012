import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { RankAnswer } from '../../../shared/contracts/distribution.ts';
import type { SalaryRank } from '../../../shared/contracts/search.ts';
import { formatReais, formatShare, maybeReais } from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';
import { failureText, send } from '../../lib/call.ts';
import { inLine, queuePositionHeader as headers } from '../../lib/line-place.ts';
import type { DeferredSubject } from './deferred-panel.tsx';

/** A floor that the user types, and the shares of the records below, at and above it. */
export function OwnFloor({ subject, records }: { subject: DeferredSubject; records: number }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [floor, setFloor] = useState<number>();
  const [isRefused, setRefused] = useState(false);
  const asked = useQuery({
    queryKey: ['own-floor', subject, floor],
    enabled: floor !== undefined,
    queryFn: (asking) =>
      inLine(
        () =>
          send(
            'POST',
            '/api/search/rank',
            RankAnswer,
            { ...subject, salario: floor },
            {
              headers,
              signal: asking.signal,
            },
          ),
        asking,
      ),
  });
  const rank = asked.data?.rank;
  const text = asked.error
    ? failureText(asked.error, 'Não foi possível comparar o piso. Tente de novo.')
    : rank && floor !== undefined && floorText(floor, rank, records);
  return (
    <form
      className="mt-4 flex flex-wrap items-center gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        const reais = maybeReais(typed);
        setRefused(reais === undefined || reais <= 0);
        if (reais !== undefined && reais > 0) setFloor(reais);
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
        {isRefused ? 'Informe um valor em reais, por exemplo 1.518,00.' : text}
      </output>
    </form>
  );
}

function floorText(floor: number, { below, upTo }: SalaryRank, records: number): string {
  const [under, at, over] = [below, upTo - below, records - upTo].map((count) =>
    formatShare(count / records),
  );
  return `${under} dos registros estão abaixo de ${formatReais(floor)}, ${at} têm esse valor e ${over} estão acima.`;
}
