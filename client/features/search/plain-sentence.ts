import { formatCounted, formatReais } from '../../../shared/words/format.ts';
import type { Statistics } from '../../../shared/contracts/search.ts';
import { areEnough } from '../../../shared/statistics/interval-difference.ts';
import { fewestForStatistics } from '../../../shared/statistics/design-effect.ts';
import { withheldSentences } from '../../../shared/statistics/suppression.ts';

/** The figures in words that require no statistics. */
export function plainSentence(
  { count, median, p25, p75 }: Statistics,
  designEffect: number,
): string {
  if (count === 0) return 'Nenhum salário a contar com estes filtros.';
  const registers = formatCounted(count, 'registro', 'registros');
  if (median === null || p25 === null || p75 === null) {
    if (count >= fewestForStatistics) return withheldSentences.poucos_sensiveis;
    return `Com ${registers}, mostramos só a contagem: menos de ${fewestForStatistics} não descrevem um salário.`;
  }
  const sentence = `Metade ganha até ${formatReais(median)}; a metade central, entre ${formatReais(p25)} e ${formatReais(p75)}.`;
  return !areEnough(count, designEffect)
    ? `${sentence} São só ${registers}: tome os valores como indício, não como referência.`
    : sentence;
}
