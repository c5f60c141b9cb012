import { useState } from 'react';
import {
  formatCentavos,
  formatCount,
  formatCounted,
  formatReais,
  formatShare,
  maybeReais,
} from '../../../../shared/words/format.ts';
import { FigureCards } from '../../../components/figure-cards.tsx';
import { Panel } from '../../../components/panel.tsx';
import {
  ofMarket,
  ofReference,
  peopleText,
  ratioText,
  referenceText,
  toReference,
} from '../market/payroll-words.ts';
import type { Reference } from '../market/position.ts';
import { noneBelowText, type Total } from './totals.ts';
import { TextField } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';

type ChoiceProps = {
  reference: Reference;
  /** Centavos; undefined until known, and until then no floor is offered. */
  usualFloor: number | undefined;
  onReference: (reference: Reference) => void;
};

/** What everyone's pay is compared with, and the cost of raising those below to it. */
export function PaySimulation({ total, ...choice }: ChoiceProps & { total: Total }) {
  const name = referenceText(choice.reference);
  return (
    <Panel title="Simulação">
      <ReferenceChoice {...choice} />
      <output className="mt-4 block max-w-prose text-title">
        {total.below === 0 ? (
          noneBelowText(total, ofMarket(name, 'do seu mercado'))
        ) : (
          <>
            Levar {peopleText(total.below)} {toReference(name)} custa{' '}
            <strong className="font-semibold whitespace-nowrap">
              {formatCentavos(total.cost)}
            </strong>{' '}
            por mês: {formatShare(total.cost / Math.max(1, total.plausiblePayroll))} da folha
            {total.plausiblePayroll !== total.payroll && ', sem os salários a conferir'}.
          </>
        )}
      </output>
      <p className="mb-4 text-fine text-muted">
        Só salários contratuais, sem encargos, 13º nem benefícios.
      </p>
      <FigureCards
        cards={[
          {
            title: 'Pessoas',
            figure: peopleText(total.people),
            note: `${formatCounted(total.placed, 'comparada', 'comparadas')} com o mercado`,
          },
          {
            title: 'Folha por mês',
            figure: (
              <span className="whitespace-nowrap @max-[13.5rem]:text-title @max-[9rem]:text-body @max-[7rem]:text-dense">
                {formatReais(total.payroll / 100)}
              </span>
            ),
            note: 'soma dos salários como estão',
          },
          {
            title: `Salário em relação ${toReference(name)}`,
            figure: total.ratio === null ? '—' : ratioText(total.ratio),
            note: 'compa-ratio das pessoas comparadas, em 44 horas',
          },
          {
            title: `Abaixo ${ofReference(name)}`,
            figure: peopleText(total.below),
            note: total.placed === 0 ? '—' : `de ${formatCount(total.placed)}`,
          },
        ]}
      />
    </Panel>
  );
}

const percentiles = [1000, 2500, 4000, 5000, 6000, 7500, 9000] as const;
const named: Readonly<Record<number, string>> = {
  2500: 'P25: um quarto ganha até este valor',
  5000: 'P50: a mediana',
  7500: 'P75: três quartos ganham até este valor',
};
const floor = 'piso';
const maxReais = 10_000_000;

/** Centavos; undefined for a text that is no floor. */
function maybeFloor(text: string): number | undefined {
  const reais = maybeReais(text);
  return reais !== undefined && reais > 0 && reais <= maxReais
    ? Math.round(reais * 100)
    : undefined;
}

/** Chooses what everyone's pay is compared with: a percentile of the market, or a floor in reais. */
function ReferenceChoice({ reference, usualFloor, onReference }: ChoiceProps) {
  const [typed, setTyped] = useState<string>();
  const usualText = ((usualFloor ?? 0) / 100).toFixed(2).replace('.', ',');
  const text = typed ?? usualText;
  const isRight = maybeFloor(text) !== undefined;
  const takeFloor = (next: string) => {
    setTyped(next);
    const centavos = maybeFloor(next);
    if (centavos !== undefined) onReference({ kind: 'piso', centavos });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Comparar com"
        value={reference.kind === 'piso' ? floor : String(reference.tenThousandths)}
        options={[
          ...percentiles.map(
            (percentile) =>
              [String(percentile), named[percentile] ?? `P${percentile / 100}`] as const,
          ),
          ...(usualFloor === undefined ? [] : [[floor, 'Um piso em reais'] as const]),
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
          hint="Começa no último salário mínimo conhecido. Para jornadas menores, o piso é proporcional."
        />
      )}
    </div>
  );
}
