import type { Method, SalaryRank, Statistics } from '../contracts/search.ts';
import { isIncomplete } from '../statistics/completeness.ts';
import { minForStatistics } from '../statistics/design-effect.ts';
import { farPercentileNote } from '../statistics/far-percentile.ts';
import { wholePercentile } from '../statistics/percentile.ts';
import { aboveOrBelowText } from '../words/format.ts';

/** From this share on, the sentence counts the records with exactly this salary separately. */
const manyAlike = 0.05;

interface AnswerWithMedian {
  readonly statistics: Pick<Statistics, 'count' | 'median'>;
  readonly method: Pick<Method, 'completeness'>;
}

/**
 * The position of a salary in an answer, in words without percentiles: "Maior que 99 de cada 100; 75,0 % acima da
 * mediana." The second parameter is the rank of the salary. Undefined below `minForStatistics` records, and for
 * incomplete data.
 */
export function ownSalaryText(
  { statistics: { count, median }, method }: AnswerWithMedian,
  { below, upTo }: SalaryRank,
  centavos: number,
): string | undefined {
  if (count < minForStatistics || median === null || isIncomplete(method.completeness))
    return undefined;
  const alike = upTo - below;
  const parts = [
    placeText(below, alike, count),
    ...(alike / count >= manyAlike ? [`igual a ${outOfHundred(alike, count)} de cada 100`] : []),
    aboveOrBelowText(centavos / Math.round(median * 100) - 1, 'mediana'),
  ];
  // Records lie below and above, and those with exactly this salary do not reach across the median.
  const isInside = below > 0 && below < count && (upTo * 2 <= count || below * 2 >= count);
  const note = isInside ? farPercentileNote(count, (below / count) * wholePercentile) : null;
  return [`${parts.join('; ')}.`, ...(note === null ? [] : [note])].join(' ');
}

function placeText(below: number, alike: number, count: number): string {
  if (below === count) return 'Maior que todos os registros';
  if (below === 0) {
    return alike === 0 ? 'Menor que todos os registros' : 'Nenhum registro é menor';
  }
  const hundredths = outOfHundred(below, count);
  return `Maior que ${hundredths === 0 ? 'menos de 1 em cada 100' : `${hundredths} de cada 100`}`;
}

/** Rounded down, so that no sentence overstates. */
const outOfHundred = (part: number, count: number) => Math.floor((100 * part) / count);
