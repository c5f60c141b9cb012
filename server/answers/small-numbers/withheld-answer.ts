import type { Distribution, Statistics, UnkeptAnswer } from '../../../shared/contracts/search.ts';
import { shownStatistics } from '../../../shared/statistics/catalogue.ts';
import { fewestForStatistics } from '../../../shared/statistics/sample-size.ts';
import { reasonForCount, withheldSentences } from '../../../shared/statistics/withheld.ts';
import { AppError } from '../../platform/errors.ts';

/**
 * The one rule of small numbers (docs/decisions/0031-small-numbers.md): fewer than `fewestForStatistics` records give
 * the count and the reason, in every answer and in what is made from it, whoever asks.
 */

/** A distribution and its statistics, or the count alone. */
export function toldPay(
  statistics: Statistics,
  distribution: Distribution,
): { readonly statistics: Statistics; readonly distribution: Distribution } {
  return {
    statistics: shownStatistics(statistics),
    distribution: isTold(statistics.count) ? distribution : { centavos: [], counts: [] },
  };
}

/** An answer to which the rule has yet to be applied. */
export type CountedAnswer = Omit<UnkeptAnswer, 'withheld'>;

/** An answer with what may be told of its records. */
export function toldAnswer(answer: CountedAnswer): UnkeptAnswer {
  const withheld = reasonForCount(answer.totalCount);
  if (withheld === null) return { ...answer, withheld };
  const pay = toldPay(answer.statistics, answer.distribution);
  return { ...answer, ...pay, withheld, results: [], panels: null };
}

/** Whether the records of so many may be told one by one, and their figures. */
export const isTold = (count: number): boolean => count >= fewestForStatistics;

export const tooFewRecords = () =>
  new AppError(
    'too_few_records',
    422,
    `${withheldSentences.poucos_registros} Faça uma pergunta mais ampla.`,
  );
