import { syntheticNotice } from '../../../shared/codes/codes.ts';
import type { AnswerWithoutReceipt, Method } from '../../../shared/contracts/search.ts';
import { figureNotes } from '../../../shared/statistics/catalogue.ts';
import { incompleteText, incompleteTitle } from '../../../shared/statistics/completeness.ts';
import { blocksText } from '../../../shared/statistics/quality.ts';
import { partTimeText } from '../../../shared/statistics/working-hours.ts';

/** The notes in `avisos`, each a sentence. */

/** The notice of demonstration data; empty for real data. */
export const syntheticNotes = (methods: readonly Pick<Method, 'release'>[]): string[] =>
  methods.some(({ release }) => release?.isSynthetic === true) ? [`${syntheticNotice}.`] : [];

/** The notices of demonstration data and of incomplete data; empty for complete, real data. */
export function dataNotes(method: Pick<Method, 'completeness' | 'release'>): string[] {
  const title = incompleteTitle(method.completeness);
  return [...syntheticNotes([method]), ...(title === null ? [] : [`${title}. ${incompleteText}`])];
}

/** The notes on a sample and its figures, and that its records come in blocks, if figures are shown. */
export function sampleNotes({
  statistics,
  method: { designEffect },
}: Pick<AnswerWithoutReceipt, 'statistics' | 'method'>): string[] {
  const notes = figureNotes(statistics, designEffect);
  const blocks = blocksText(statistics.count, designEffect);
  return blocks === undefined || statistics.median === null ? notes : [...notes, `As ${blocks}.`];
}

/** The note that records have other working hours, if they are more than a few. */
export const hoursNotes = ({
  totalCount,
  fullTime,
}: Pick<AnswerWithoutReceipt, 'totalCount' | 'fullTime'>): string[] =>
  fullTime === undefined ? [] : [partTimeText(totalCount, fullTime)];
