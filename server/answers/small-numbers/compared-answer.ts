import { Panels } from '../../../shared/contracts/panels.ts';
import type { SearchAnswer } from '../../../shared/contracts/search.ts';
import { countAlone } from '../../../shared/statistics/catalogue.ts';

/** What suppression changes of an answer that stands in a comparison. */
type ComparedParts = Pick<
  SearchAnswer,
  'totalCount' | 'results' | 'withheld' | 'statistics' | 'panels'
>;

/**
 * An answer as one of a comparison: without records, and with groups without means. Means and counts add up, so the groups
 * of one selection and the whole of another would give back small groups.
 */
export const comparedAnswer = <Answer extends ComparedParts>(answer: Answer): Answer => ({
  ...answer,
  results: [],
  panels: answer.panels && withoutMeans(answer.panels),
});

/** An answer that is nearly the same records as other answers of its comparison: the count and the reason. */
export const nearlyEqualAnswer = <Answer extends ComparedParts>(
  answer: Answer,
): Answer & Pick<SearchAnswer, 'distribution'> => ({
  ...answer,
  withheld: 'quase_iguais',
  statistics: countAlone(answer.totalCount),
  distribution: { centavos: [], counts: [] },
  results: [],
  panels: null,
});

const withoutMeans = (panels: Panels): Panels =>
  Panels.parse(
    JSON.parse(
      JSON.stringify(panels, (name, value: unknown) => (name === 'average' ? null : value)),
    ),
  );
