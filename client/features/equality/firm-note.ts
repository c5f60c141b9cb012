import type { EqualityRow } from '../../../shared/contracts/equality.ts';
import {
  countsText,
  equalityCaution,
  isChanceOfMedians,
  remainderSentence,
  refusalText,
} from '../../../shared/sentences/equality-sentences.ts';
import { formatCounted, formatRatio } from '../../../shared/words/format.ts';
import { incompleteTitle } from '../../../shared/statistics/completeness.ts';
import type { Completeness } from '../../../shared/contracts/completeness.ts';
import { firmCautions, firmReason, peopleIn, type FirmRow } from './firm-table.ts';

/** The sources of the note's figures. */
export interface NoteGrounds {
  /** The market in words. */
  readonly cut: string;
  readonly completeness: Completeness;
  /** The receipt of the market's figures; null if none was stored. */
  readonly receipt: { readonly id: string; readonly address: string } | null;
  readonly release: { readonly number: number; readonly isSynthetic: boolean } | null;
}

/** A text for the firm's explanatory note: each figure has a footnote mark, and each footnote states its source. */
export function firmNote(rows: readonly FirmRow[], grounds: NoteGrounds): string {
  const { cut, receipt, release, completeness } = grounds;
  const incomplete = incompleteTitle(completeness);
  const whole = rows.at(-1);
  const groups = rows.slice(0, -1).filter(({ firm }) => firm !== undefined);
  const remainder = whole?.market && remainderSentence(whole.market);
  return [
    'Remuneração de mulheres e homens na empresa e no mercado',
    '',
    `Filtros do mercado: ${cut}.`,
    ...(incomplete === null ? [] : [`${incomplete}.`]),
    'Cada percentual é o salário das mulheres dividido pelo dos homens: primeiro a mediana, depois a média.',
    '',
    ...(whole ? [rowText(whole)] : []),
    ...groups.map(rowText),
    ...(remainder == null ? [] : ['', `No mercado: ${remainder} [2]`]),
    '',
    `[1] Calculado neste navegador sobre ${formatCounted(peopleIn(rows), 'pessoa', 'pessoas')} da folha com ocupação, sexo e salário de 0,3 a 150 salários mínimos.`,
    `[2] Admissões do Novo CAGED (MTE)${release === null ? '' : `, versão ${release.number} dos dados`}. ${receiptText(receipt)}`,
    '',
    ...(release?.isSynthetic === true
      ? ['Dados sintéticos de demonstração: não use estes números em decisões.']
      : []),
    equalityCaution,
    ...firmCautions,
  ].join('\n');
}

const receiptText = (receipt: NoteGrounds['receipt']) =>
  receipt === null
    ? 'Estes números não têm recibo: abra a página de novo antes de usá-los.'
    : `Recibo ${receipt.id}: ${receipt.address} (mostra cada um destes números e os calcula de novo, na mesma versão).`;

function rowText({ label, firm, market }: FirmRow): string {
  const firmText =
    firm === undefined
      ? 'ninguém na folha'
      : ratioSentence(firmReason({ firm }), firm.ratio.median, firm.ratio.mean, firm);
  const marketText =
    market === undefined
      ? 'sem admissões com estes filtros'
      : ratioSentence(refusalText(market), market.medianRatio, market.meanRatio, market);
  const doubt =
    market !== undefined && isChanceOfMedians(market) === true
      ? '; a diferença das medianas pode ser acaso'
      : '';
  return `${label}: na empresa, ${firmText} [1]; no mercado, ${marketText}${doubt} [2].`;
}

/** "60,0 % e 80,0 % (3 mulheres e 3 homens)", or the reason why there is no ratio. */
function ratioSentence(
  reason: string | null,
  median: number | null,
  mean: number | null,
  counts: Pick<EqualityRow, 'women' | 'men'>,
): string {
  const text =
    median === null
      ? (reason ?? 'sem comparação').replace(/\.$/, '').toLowerCase()
      : `${formatRatio(median)} e ${mean === null ? 'média omitida' : formatRatio(mean)}`;
  return `${text} (${countsText(counts)})`;
}
