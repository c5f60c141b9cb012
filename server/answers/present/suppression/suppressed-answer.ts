import type {
  Distribution,
  Statistics,
  AnswerWithoutReceipt,
} from '../../../../shared/contracts/search.ts';
import { countOnly } from '../../../../shared/statistics/catalogue.ts';
import { fewestForStatistics } from '../../../../shared/statistics/design-effect.ts';
import {
  reasonForCount,
  suppressionSentences,
  type FewestRecords,
} from '../../../../shared/statistics/suppression.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireWideSelection } from './salary-bound.ts';

/**
 * The single suppression rule (docs/decisions/0031-small-numbers.md): fewer than `fewestForStatistics` records give the
 * count and the reason, in every response and in all documents made from it, for every user.
 */

/** A distribution and its statistics, or the count only with fewer than `fewest` records. */
export function suppressedPay(
  statistics: Statistics,
  distribution: Distribution,
  fewest: FewestRecords,
): { readonly statistics: Statistics; readonly distribution: Distribution } {
  return isPublishable(statistics.count, fewest)
    ? { statistics, distribution }
    : { statistics: countOnly(statistics.count), distribution: { centavos: [], counts: [] } };
}

/** A response before suppression. */
export type CountedAnswer = Omit<AnswerWithoutReceipt, 'suppressed'>;

/** A response after suppression. Throws `AppError` 422 for a salary bound on too narrow a selection. */
export function suppressedAnswer(
  answer: CountedAnswer,
  fewest: FewestRecords,
): AnswerWithoutReceipt {
  const bound = answer.method.funnel.find(({ step }) => step === 'faixaSalarial');
  if (bound !== undefined) requireWideSelection(bound.removed + bound.remaining, fewest);
  const suppressed = reasonForCount(answer.totalCount, fewest);
  if (suppressed === null) return { ...answer, suppressed };
  const pay = suppressedPay(answer.statistics, answer.distribution, fewest);
  const { fullTime: _, ...counted } = answer;
  return { ...counted, ...pay, histogram: null, suppressed, results: [], panels: null };
}

/** Whether a selection of this many records may publish its records and figures. */
export const isPublishable = (count: number, fewest: FewestRecords): boolean => count >= fewest;

export const tooFewRecords = (fewest: FewestRecords) =>
  new AppError(
    'too_few_records',
    422,
    `${fewest === fewestForStatistics ? suppressionSentences.poucos_registros : suppressionSentences.poucos_sensiveis} Faça uma pesquisa mais ampla.`,
  );
