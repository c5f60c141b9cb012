import { useState } from 'react';
import { maybeReais } from '../../../../shared/words/format.ts';
import { TextField } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';
import type { Reference } from '../market/position.ts';

const percentiles = [1000, 2500, 4000, 5000, 6000, 7500, 9000] as const;
const named: Readonly<Record<number, string>> = {
  2500: 'P25: um quarto ganha até isso',
  5000: 'P50: a mediana',
  7500: 'P75: três quartos ganham até isso',
};
const floor = 'piso';
const most = 10_000_000;

/** Chooses what everyone's pay is compared with: a percentile of the market, or a floor in reais. */
export function ReferenceChoice({
  reference,
  usualFloor,
  onReference,
}: {
  reference: Reference;
  /** Centavos; undefined until known, and until then no floor is offered. */
  usualFloor: number | undefined;
  onReference: (reference: Reference) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const usualText = ((usualFloor ?? 0) / 100).toFixed(2).replace('.', ',');
  const text = typed ?? usualText;
  const reais = maybeReais(text);
  const isRight = reais !== undefined && reais > 0 && reais <= most;
  const takeFloor = (next: string) => {
    setTyped(next);
    const amount = maybeReais(next);
    if (amount !== undefined && amount > 0 && amount <= most) {
      onReference({ kind: 'piso', centavos: Math.round(amount * 100) });
    }
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Comparar com"
        value={reference.kind === 'piso' ? floor : String(reference.tenThousandths)}
        options={[
          ...percentiles.map((tenThousandths) => ({
            value: String(tenThousandths),
            label: named[tenThousandths] ?? `P${tenThousandths / 100}`,
          })),
          ...(usualFloor === undefined ? [] : [{ value: floor, label: 'Um piso em reais' }]),
        ]}
        onValue={(value) => {
          if (value === floor) takeFloor(isRight ? text : usualText);
          else onReference({ kind: 'percentil', tenThousandths: Number(value) });
        }}
      />
      {reference.kind === 'piso' && (
        <TextField
          label="Piso por mês, em 44 horas"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onText={takeFloor}
          error={isRight ? undefined : 'Informe o piso em reais, por exemplo 1.804,00.'}
          hint="Começa no salário mínimo. De quem tem menos horas conta a parte delas."
        />
      )}
    </div>
  );
}
