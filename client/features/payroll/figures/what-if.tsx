import { formatCentavos, formatReais } from '../../../../shared/words/format.ts';
import { FigureCards } from '../../../components/figure-cards.tsx';
import { Panel } from '../../../components/panel.tsx';
import { peopleText, ratioText, referenceText } from '../market/payroll-words.ts';
import type { Reference } from '../market/position.ts';
import { ReferenceChoice } from './reference-choice.tsx';
import type { Total } from './totals.ts';

/** What everyone's pay is compared with, and the cost of raising those below to it. */
export function WhatIf({
  reference,
  total,
  usualFloor,
  onReference,
}: {
  reference: Reference;
  total: Total;
  usualFloor: number | undefined;
  onReference: (reference: Reference) => void;
}) {
  const name = referenceText(reference);
  return (
    <Panel title="E se">
      <ReferenceChoice reference={reference} usualFloor={usualFloor} onReference={onReference} />
      <output className="mt-4 block max-w-prose text-title">
        {total.below === 0 ? (
          `Ninguém ganha menos que o ${name} do seu mercado.`
        ) : (
          <>
            Levar {peopleText(total.below)} ao {name} custa{' '}
            <strong className="font-semibold whitespace-nowrap">
              {formatCentavos(total.cost)}
            </strong>{' '}
            por mês: {ratioText(Math.round((total.cost * 10_000) / Math.max(1, total.payroll)))} da
            folha.
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
            note: `${total.placed} com lugar no mercado`,
          },
          {
            title: 'Folha por mês',
            figure: (
              <span className="text-body whitespace-nowrap sm:text-figure">
                {formatReais(total.payroll / 100)}
              </span>
            ),
            note: 'soma dos salários como estão',
          },
          {
            title: `Salário sobre o ${name}`,
            figure: total.ratio === null ? '–' : ratioText(total.ratio),
            note: 'compa-ratio de todos juntos, em 44 horas',
          },
          {
            title: `Abaixo do ${name}`,
            figure: peopleText(total.below),
            note: total.placed === 0 ? '–' : `de ${total.placed}`,
          },
        ]}
      />
    </Panel>
  );
}
