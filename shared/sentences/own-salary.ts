import { fewestForStatistics } from '../statistics/design-effect.ts';
import { countAtOrBelow, percentile, type PreparedDistribution } from '../statistics/percentile.ts';
import { formatShare } from '../words/format.ts';

/** From this share on, the sentence counts the records with exactly this salary separately. */
const manyAlike = 0.05;

/**
 * The position of a salary in an answer, in words without percentiles: "Maior que 99 de cada 100; 75,0 % acima da
 * mediana." Undefined below `fewestForStatistics` records.
 */
export function ownSalaryText(
  distribution: PreparedDistribution,
  centavos: number,
): string | undefined {
  const { count } = distribution;
  const median = percentile(distribution, 5000);
  if (count < fewestForStatistics || median === null) return undefined;
  const below = countAtOrBelow(distribution, centavos - 1);
  const alike = countAtOrBelow(distribution, centavos) - below;
  const parts = [
    placeText(below, alike, count),
    ...(alike / count >= manyAlike ? [`igual a ${outOfHundred(alike, count)} de cada 100`] : []),
    besideMedian(centavos, median),
  ];
  return `${parts.join('; ')}.`;
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

function besideMedian(centavos: number, median: number): string {
  const difference = centavos / median - 1;
  if (difference === 0) return 'igual à mediana';
  return `${formatShare(Math.abs(difference))} ${difference > 0 ? 'acima' : 'abaixo'} da mediana`;
}
