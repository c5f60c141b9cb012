import { loggedFilters } from './logged-question.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { SlowQuestions } from '../observability/slow-questions.ts';
import { AnswerDesk } from '../salaries/answer-desk.ts';
import type { RankedMonths } from '../salaries/ranked/ranked-months.ts';
import { gistOf, type AnswerGist } from './keep-receipt.ts';

export interface SearchDeskDeps {
  readonly version: string;
  readonly metrics: Pick<Metrics, 'watchSearches'>;
  readonly slowQuestions: SlowQuestions;
  readonly months: RankedMonths;
}

/** The one desk at which the process answers searches, with what receipts keep of each answer. */
export function searchDesk(deps: SearchDeskDeps): AnswerDesk<AnswerGist> {
  const { version, metrics, slowQuestions, months } = deps;
  const desk = new AnswerDesk({
    version,
    months,
    gistOf,
    watch: ({ release, filters }, answer) =>
      slowQuestions.watch({ release, filters: loggedFilters(filters) }, answer),
  });
  metrics.watchSearches(() => desk.figures);
  return desk;
}
