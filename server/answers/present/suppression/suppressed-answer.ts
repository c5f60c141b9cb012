import type { AnswerWithoutReceipt } from '../../../../shared/contracts/search.ts';
import { countOnly } from '../../../../shared/statistics/catalogue.ts';
import { minForStatistics } from '../../../../shared/statistics/design-effect.ts';
import {
  reasonForCount,
  suppressionSentences,
  type MinRecords,
} from '../../../../shared/statistics/suppression.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireWideSelection } from './salary-bound.ts';

/**
 * The single suppression rule (docs/decisions/0031-small-numbers.md): fewer than `minForStatistics` records give the
 * count and the reason, in every response and in all documents made from it, for every user.
 */

export type Pay = Pick<AnswerWithoutReceipt, 'statistics' | 'distribution'>;

/** The pay of records that have only their count published. */
export const withoutPay = (count: number): Pay => ({
  statistics: countOnly(count),
  distribution: { centavos: [], counts: [] },
});

/** A response before suppression. */
export type CountedAnswer = Omit<AnswerWithoutReceipt, 'suppressed'>;

/** A response after suppression. Throws `AppError` 422 for a salary bound on too narrow a selection. */
export function suppressedAnswer(
  answer: CountedAnswer,
  minRecords: MinRecords,
): AnswerWithoutReceipt {
  const bound = answer.method.funnel.find(({ step }) => step === 'faixaSalarial');
  if (bound !== undefined) requireWideSelection(bound.removed + bound.remaining, minRecords);
  const suppressed = reasonForCount(answer.totalCount, minRecords);
  if (suppressed === null) return { ...answer, suppressed };
  const { fullTime: _, ...counted } = answer;
  const pay = withoutPay(answer.totalCount);
  return { ...counted, ...pay, histogram: null, suppressed, results: [], panels: null };
}

/** Whether a selection of this many records may publish its records and figures. */
export const isPublishable = (count: number, minRecords: MinRecords): boolean =>
  count >= minRecords;

export const tooFewRecords = (minRecords: MinRecords) =>
  new AppError(
    'too_few_records',
    422,
    `${minRecords === minForStatistics ? suppressionSentences.poucos_registros : suppressionSentences.poucos_sensiveis} Faça uma pesquisa mais ampla.`,
  );
