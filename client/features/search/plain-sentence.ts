import { formatCounted, formatReais } from '../../../shared/words/format.ts';
import type { Statistics } from '../../../shared/contracts/search.ts';
import {
  fewestForConfidence,
  fewestForStatistics,
} from '../../../shared/statistics/sample-size.ts';

/** The figures in words that need no statistics. */
export function plainSentence({ count, median, p25, p75 }: Statistics): string {
  if (count === 0) return 'Nenhum salário a contar com estes filtros.';
  const registers = formatCounted(count, 'registro', 'registros');
  if (count < fewestForStatistics || median === null || p25 === null || p75 === null) {
    return `Com ${registers}, mostramos só a contagem: menos de ${fewestForStatistics} não descrevem um salário.`;
  }
  const sentence = `Metade ganha até ${formatReais(median)}; a metade central, entre ${formatReais(p25)} e ${formatReais(p75)}.`;
  return count < fewestForConfidence
    ? `${sentence} São só ${registers}: tome os valores como indício, não como referência.`
    : sentence;
}
