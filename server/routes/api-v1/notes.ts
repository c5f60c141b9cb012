import { syntheticNotice } from '../../../shared/codes/codes.ts';
import type { AnswerWithoutReceipt, Method, Statistics } from '../../../shared/contracts/search.ts';
import { figuresOf } from '../../../shared/statistics/catalogue.ts';
import { incompleteText, incompleteTitle } from '../../../shared/statistics/completeness.ts';
import { heapNotes } from '../../../shared/statistics/heaping.ts';
import { blocksText } from '../../../shared/statistics/quality.ts';
import { partTimeText } from '../../../shared/statistics/working-hours.ts';
import { lowerFirst } from '../../../shared/words/format.ts';

/** The notes in `avisos`, each a sentence. */

/** The notice of demonstration data; empty for real data. */
export const syntheticNotes = (methods: readonly Pick<Method, 'release'>[]): string[] =>
  methods.some(({ release }) => release?.isSynthetic === true) ? [`${syntheticNotice}.`] : [];

/** The notices of demonstration data and of incomplete data; empty for complete, real data. */
export function dataNotes(method: Pick<Method, 'completeness' | 'release'>): string[] {
  const title = incompleteTitle(method.completeness);
  return [...syntheticNotes([method]), ...(title === null ? [] : [`${title}. ${incompleteText}`])];
}

/** The notes on single figures, and the salary that fills the median's interval. */
export function figureNotes(statistics: Statistics): string[] {
  return [
    ...figuresOf(statistics).flatMap(({ label, note }) =>
      note === null ? [] : [`${label}: ${lowerFirst(note)}`],
    ),
    ...heapNotes(statistics),
  ];
}

/** The note that records come in blocks, if figures are shown. */
export function blockNotes({
  statistics,
  method,
}: Pick<AnswerWithoutReceipt, 'statistics' | 'method'>): string[] {
  const blocks = blocksText(statistics.count, method.designEffect);
  if (blocks === undefined || statistics.median === null) return [];
  return [`As ${blocks}.`];
}

/** The note that records have other working hours, if they are more than a few. */
export const hoursNotes = ({
  totalCount,
  fullTime,
}: Pick<AnswerWithoutReceipt, 'totalCount' | 'fullTime'>): string[] =>
  fullTime === undefined ? [] : [partTimeText(totalCount, fullTime)];
