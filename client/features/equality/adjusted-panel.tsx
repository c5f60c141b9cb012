import type { AdjustedPay, EqualityRow } from '../../../shared/contracts/equality.ts';
import {
  comparedText,
  differenceText,
  ratioText,
  remainderSentence,
  sameWork,
  noSameWorkText,
  refusalText,
} from '../../../shared/sentences/equality-sentences.ts';
import { formatCount, formatSignedReais } from '../../../shared/words/format.ts';
import { Facts } from '../../components/facts.tsx';
import { Panel } from '../../components/panel.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';

/** The raw difference of the means, and the part that remains for the same work, by both methods. */
export function AdjustedPanel({ whole }: { whole: EqualityRow }) {
  const { adjusted } = whole;
  const remainder = remainderSentence(whole);
  return (
    <Panel title="Diferença no mesmo trabalho">
      <p className="mb-4 max-w-prose text-dense text-muted">
        Diferença dos salários médios, mulheres menos homens, e o que resta dela {sameWork}. As
        partes de cada método somam a diferença, ao centavo.
      </p>
      {remainder !== null && <p className="mb-4 max-w-prose">{remainder}</p>}
      {adjusted === null ? (
        <p className="text-muted">
          {refusalText(whole) ?? 'Sem comparação em reais: menos de 5 mulheres ou de 5 homens.'}
        </p>
      ) : (
        <div className="flex flex-col gap-5 tabular-nums">
          <Facts
            facts={[
              { term: 'Diferença das médias', detail: differenceText(adjusted.raw) },
              { term: 'Mulheres / homens', detail: ratioText(adjusted.raw) },
              { term: 'Com pessoas comparáveis', detail: comparedText(whole, adjusted) },
              { term: 'Células comparadas', detail: formatCount(adjusted.cells) },
            ]}
          />
          {adjusted.compared === null ? (
            <p className="max-w-prose text-muted">
              {noSameWorkText} Escolha um grupo mais amplo ou um período maior.
            </p>
          ) : (
            <StackingTable
              caption="As partes da diferença das médias, por método"
              columns={columns}
              rows={partsOf(adjusted.raw, adjusted.compared)}
              rowKey={({ part }) => part}
            />
          )}
        </div>
      )}
    </Panel>
  );
}

interface Part {
  readonly part: string;
  /** By Ñopo's matching, and by Kitagawa, Oaxaca and Blinder. */
  readonly matching: string;
  readonly other: string;
}

const columns: readonly Column<Part>[] = [
  { header: 'Parte da diferença', isRowHeader: true, cell: ({ part }) => part },
  { header: 'Ñopo', align: 'right', cell: ({ matching }) => matching },
  { header: 'Kitagawa–Oaxaca–Blinder', align: 'right', cell: ({ other }) => other },
];

function partsOf(
  raw: AdjustedPay['raw'],
  { matching, decomposition, outsideWomen, outsideMen }: NonNullable<AdjustedPay['compared']>,
): Part[] {
  return [
    {
      part: 'Resta no mesmo trabalho',
      matching: differenceText(matching.remainder),
      other: differenceText(decomposition.remainder),
    },
    {
      part: 'O que resta, mulheres / homens',
      matching: ratioText(matching.remainder),
      other: ratioText(decomposition.remainder),
    },
    {
      part: 'Composição dos comparados',
      matching: formatSignedReais(matching.composition),
      other: formatSignedReais(decomposition.composition),
    },
    inBoth('Mulheres sem par', formatSignedReais(outsideWomen)),
    inBoth('Homens sem par', formatSignedReais(outsideMen)),
    inBoth('Soma: diferença das médias', raw === null ? '—' : formatSignedReais(raw.difference)),
  ];
}

const inBoth = (part: string, text: string): Part => ({ part, matching: text, other: text });
