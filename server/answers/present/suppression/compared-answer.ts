import { Panels } from '../../../../shared/contracts/panels.ts';
import type { SearchAnswer } from '../../../../shared/contracts/search.ts';
import { withoutPay } from './suppressed-answer.ts';

/** The parts of a response that suppression changes in a comparison. */
type ComparedParts = Pick<
  SearchAnswer,
  | 'totalCount'
  | 'results'
  | 'suppressed'
  | 'fullTime'
  | 'statistics'
  | 'panels'
  | 'relaxed'
  | 'nearby'
  | 'estimate'
>;

/** A response without an estimate and without figures of other places, for comparisons and proof packages. */
export const withoutEstimate = <
  Answer extends Pick<ComparedParts, 'relaxed' | 'nearby' | 'estimate'>,
>(
  answer: Answer,
): Answer => ({
  ...answer,
  relaxed: answer.relaxed.map((offer) => ({ ...offer, figures: null })),
  nearby: [],
  estimate: null,
});

/**
 * A response within a comparison: without records, and without the means of groups. Means and counts add up, so the
 * groups of one selection and the whole of another would reveal small groups.
 */
export const comparedAnswer = <Answer extends ComparedParts>(answer: Answer): Answer => ({
  ...withoutEstimate(answer),
  results: [],
  panels: answer.panels && withoutMeans(answer.panels),
});

/** A response with nearly the same records as other responses of its comparison: the count and the reason only. */
export const nearlyEqualAnswer = <Answer extends ComparedParts>(
  answer: Answer,
): Answer & Pick<SearchAnswer, 'histogram' | 'distribution'> => ({
  ...withoutEstimate(answer),
  suppressed: 'quase_iguais',
  fullTime: undefined,
  ...withoutPay(answer.totalCount),
  histogram: null,
  results: [],
  panels: null,
});

const withoutMeans = (panels: Panels): Panels =>
  Panels.parse(
    JSON.parse(
      JSON.stringify(panels, (name, value: unknown) => (name === 'average' ? null : value)),
    ),
  );
