import { marketHours } from '../../../../shared/contracts/market.ts';
import {
  dataNotice,
  incompleteText,
  incompleteTitle,
} from '../../../../shared/statistics/completeness.ts';
import { formatLongMonth } from '../../../../shared/words/format.ts';
import type { CellQualities, PayrollWords } from '../market/payroll-words.ts';
import type { ReferenceAmounts } from '../market/placed-people.ts';
import type { PlacedRoll } from '../market/use-placed-people.ts';
import type { Roll } from '../reading/read-people.ts';
import { unusedText } from '../reading/unused-columns.ts';
import type { BandPicture } from '../figures/band-maths.ts';
import type { Total } from '../figures/totals.ts';

/** A payroll beside the market, as the screen and every file show it. */
export interface RollReport extends Omit<PlacedRoll, 'bridge'> {
  readonly amounts: ReferenceAmounts;
  /** The name of what pay is compared with; null with incomplete data, which nothing is compared with. */
  readonly comparedWith: string | null;
  readonly words: PayrollWords;
  readonly qualityOf: CellQualities;
  /** The release of the data; null if none is published. */
  readonly release: number | null;
  readonly isSynthetic: boolean;
  readonly total: Total;
  /** Doubts about occupations, salaries, hours and repeated rows. */
  readonly warnings: readonly string[];
  /** The chart of the people with a market, without outliers; null if there are none. */
  readonly picture: BandPicture | null;
}

/** How the file was read: its sheet and formulas, and the columns that were not used. */
export const readingNotes = ({ notes, unused = [] }: Roll): string[] => [
  ...notes,
  ...(unused.length === 0 ? [] : [unusedText(unused)]),
];

/** The notice on every sheet of figures about synthetic and incomplete data; null if there is none. */
export const rollNotice = ({ isSynthetic, completeness }: RollReport): string | null =>
  dataNotice(isSynthetic, incompleteTitle(completeness));

export const syntheticSentence =
  'Dados sintéticos de demonstração: não use estes números em decisões.';

/** What the figures are and are not, one sentence each: the same on screen and in every file. */
export function methodSentences({
  period,
  completeness,
  release,
  isSynthetic,
}: RollReport): string[] {
  const incomplete = incompleteTitle(completeness);
  const months =
    period === null ? '' : `, de ${formatLongMonth(period.from)} a ${formatLongMonth(period.to)}`;
  const sentences = [
    isSynthetic && syntheticSentence,
    incomplete !== null && `${incomplete}. ${incompleteText}`,
    `Mercado: salários contratuais das admissões CLT do Novo CAGED${months}${release === null ? '' : `, versão ${release} dos dados`}. Pela regra integral: contratos de 40 horas ou mais, sem intermitentes nem aprendizes, de 0,3 a 150 salários mínimos.`,
    `Salários de jornadas diferentes são ajustados para ${marketHours} horas por semana, na folha e no mercado: salário × ${marketHours} ÷ horas. Lemos como horas por mês as de uma coluna de horas por mês e as que passam de 60 (220 por mês são 44 por semana). Sem horas na planilha, usamos ${marketHours}.`,
    'Percentil: a parte dos registros do mercado com salário menor, mais metade dos que têm salário igual. Mediana e demais percentis exatos (PERCENTIL.INC). Com menos de 10 registros do mercado além dele, um percentil é incerto.',
    'Mercado: a ocupação no município; com menos de 30 registros, nas regiões do IBGE em volta, no estado, na região e no Brasil; depois a família da ocupação. O mercado usado está em cada pessoa.',
    'O mercado é de admissões: quem está há mais tempo na empresa pode ganhar um salário diferente do de quem chega. Não há 13º, bônus nem benefícios na folha nem no mercado.',
  ];
  return sentences.filter((sentence) => sentence !== false);
}
