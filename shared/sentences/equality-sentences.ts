import { withheldReasons } from '../codes/codes.ts';
import type { AdjustedPay, EqualityRow, Estimate } from '../contracts/equality.ts';
import { fewestForConfidence } from '../statistics/sample-size.ts';

import { formatCounted, formatReais, formatShare, formatSigned } from '../words/format.ts';

/** What is said of women's and men's pay: always of the flow of admissions, never of why. */

type Pay = Pick<
  EqualityRow,
  'women' | 'men' | 'withheld' | 'medianRatio' | 'meanRatio' | 'adjusted'
>;

/** Stands on every view. */
export const equalityCaution =
  'Fluxo de admissões formais, pelo salário contratual. Não é o relatório do MTE nem prova de discriminação.';

export const sameWork =
  'na mesma ocupação, com a mesma escolaridade, faixa de idade, jornada, estado e tamanho de estabelecimento';

/** Why a group has no ratios; null where it has. */
export function withheldText({ withheld }: Pick<Pay, 'withheld'>): string | null {
  return withheld === null ? null : `Sem comparação: ${withheldReasons[withheld]}.`;
}

/** "1.234 mulheres e 2.345 homens". */
export const countsText = ({ women, men }: Pick<Pay, 'women' | 'men'>) =>
  `${formatCounted(women.count, 'mulher', 'mulheres')} e ${formatCounted(men.count, 'homem', 'homens')}`;

/** The medians of a group in one sentence; headlines need thirty of each sex. */
export function medianSentence({ women, men, withheld, medianRatio }: Pay): string {
  if (withheld !== null || medianRatio === null) {
    return withheldText({ withheld }) ?? 'Sem admissões para comparar.';
  }
  if (Math.min(women.count, men.count) < fewestForConfidence) {
    return `Poucos registros para uma conclusão: ${countsText({ women, men })}. Veja a tabela.`;
  }
  const amounts =
    women.median === null || men.median === null
      ? ''
      : ` (${formatReais(women.median)} e ${formatReais(men.median)})`;
  if (medianRatio === 1) return `A mediana das mulheres admitidas é igual à dos homens${amounts}.`;
  return `A mediana das mulheres admitidas é ${formatShare(medianRatio)} da dos homens${amounts}.`;
}

/** What remains for the same work in one sentence; null where too few can be compared for a headline. */
export function remainderSentence({ women, men, adjusted }: Pay): string | null {
  if (adjusted?.compared == null) return null;
  if (Math.min(adjusted.women, adjusted.men) < fewestForConfidence) return null;
  const { remainder } = adjusted.compared.matching;
  const start = `${sameWork.charAt(0).toUpperCase()}${sameWork.slice(1)}`;
  const shares = `Têm com quem ser comparados ${formatShare(adjusted.women / women.count)} das mulheres e ${formatShare(adjusted.men / men.count)} dos homens.`;
  return `${start}, o salário médio delas é ${ratioText(remainder)} do deles${chanceText(remainder)}; ao todo, ${formatShare(adjusted.raw.ratio)}. ${shares}`;
}

const chanceText = ({ ratioInterval }: Estimate) =>
  ratioInterval !== null && ratioInterval.lower <= 1 && ratioInterval.upper >= 1
    ? ': a diferença pode ser do acaso'
    : '';

/** "97,1 % (95 %: 96,8 % a 97,4 %)". */
export function ratioText({ ratio, ratioInterval }: Estimate): string {
  if (ratioInterval === null) return formatShare(ratio);
  const { lower, upper } = ratioInterval;
  return `${formatShare(ratio)} (95\u00a0%: ${formatShare(Math.max(0, lower))} a ${formatShare(upper)})`;
}

/** "−R$ 120,00 (95 %: −R$ 150,00 a −R$ 90,00)". */
export function differenceText({ difference, interval }: Estimate): string {
  if (interval === null) return signedReais(difference);
  return `${signedReais(difference)} (95\u00a0%: ${signedReais(interval.lower)} a ${signedReais(interval.upper)})`;
}

export const signedReais = (reais: number) => formatSigned(reais, formatReais);

/** How many of each sex can be compared, "81,0 % das mulheres, 75,2 % dos homens". */
export function comparedText({ women, men }: Pay, adjusted: AdjustedPay): string {
  return `${formatShare(adjusted.women / women.count)} das mulheres, ${formatShare(adjusted.men / men.count)} dos homens`;
}
