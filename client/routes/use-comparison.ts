import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import type { QueryNames } from '../../shared/filters/filter.ts';
import {
  comparisonVerdict,
  withoutCodes,
  type ComparisonVerdict,
  selectionNames,
} from '../../shared/sentences/comparison-verdict.ts';
import { comparedFigures, letterOf } from '../../shared/statistics/selection-comparison.ts';
import type { Compared } from '../features/compare/compare-button.tsx';
import type { AnsweredSelection } from '../features/search/search-options.ts';
import { useQueryNames } from '../lib/reference-options.ts';
import { useLatestMonth } from '../lib/release.ts';

export type Answer = UseQueryResult<AnsweredSelection>;

/**
 * The names of all codes, the titles of the selections, the figures of those with a response, and the verdict, null
 * without one; `answers` are in the order of the selections.
 */
export function useComparison(selections: readonly SearchFilters[], answers: readonly Answer[]) {
  const shown = selections.map((filters, place) => answers[place]?.data?.filters ?? filters);
  const names = useNamesOf(shown);
  const titles = selectionNames(shown, names);
  const compared = useCompared(answers, titles);
  const verdict = verdictOf(compared);
  return { names, titles, compared, verdict };
}

const verdictOf = (compared: readonly Compared[]): ComparisonVerdict | null =>
  comparisonVerdict(
    compared.map(
      ({ name, answer: { method }, figures: { statistics, designEffect, difference } }) => ({
        name: withoutCodes(name),
        count: statistics.count,
        completeness: method.completeness,
        designEffect,
        difference,
      }),
    ),
  );

/** The selections with a response; the same value until a response or a name changes. */
function useCompared(answers: readonly Answer[], titles: readonly string[]): readonly Compared[] {
  const latestMonth = useLatestMonth();
  const [a, b, c, d, e] = answers.map(({ data }) => data);
  const names = titles.join('\n');
  return useMemo(
    () => comparedOf([a, b, c, d, e], names.split('\n'), latestMonth),
    [a, b, c, d, e, names, latestMonth],
  );
}

function comparedOf(
  answered: readonly (AnsweredSelection | undefined)[],
  names: readonly string[],
  latestMonth: string | null,
): Compared[] {
  const present = answered.flatMap((data, place) => (data === undefined ? [] : [{ place, data }]));
  const figures = comparedFigures(
    present.map(({ data }) => data.answer),
    latestMonth,
  );
  return present.flatMap(({ place, data: { filters, answer } }, index) => {
    const placeFigures = figures[index];
    if (placeFigures === undefined) return [];
    const name = names[place] ?? '';
    return [{ place, letter: letterOf(place), name, filters, answer, figures: placeFigures }];
  });
}

function useNamesOf(selections: readonly SearchFilters[]): QueryNames {
  const all = (read: (filters: SearchFilters) => string | readonly string[] | undefined) => [
    ...new Set(selections.flatMap((filters) => read(filters) ?? [])),
  ];
  return useQueryNames({
    cbos: all(({ cbo, cbos = [] }) => (cbo === undefined ? cbos : [cbo, ...cbos])),
    regiaoIbge: all(({ regiaoIbge }) => regiaoIbge),
    municipios: all(({ municipios }) => municipios),
    cnaes: all(({ cnaes }) => cnaes),
  });
}
