import type { Panels, Place } from '../../../shared/contracts/panels.ts';
import type { AnswerWithoutReceipt } from '../../../shared/contracts/search.ts';
import { isIncomplete } from '../../../shared/statistics/completeness.ts';

/** The response with its figures, but without ranks and comparisons where its data are incomplete. */
export function withoutComparisons(answer: AnswerWithoutReceipt): AnswerWithoutReceipt {
  const { panels, method } = answer;
  if (panels === null || !isIncomplete(method.completeness)) return answer;
  return { ...answer, panels: incomparable(panels) };
}

const isComparable = false;

function incomparable(panels: Panels): Panels {
  const { regional, companySize, trend, gender, schooling, age, sector, family } = panels;
  const { states, municipalities } = regional;
  return {
    regional: {
      ...regional,
      isComparable,
      states: unranked(states),
      rankedStates: 0,
      municipalities: municipalities && {
        ...municipalities,
        places: unranked(municipalities.places),
        regions: unranked(municipalities.regions),
      },
    },
    companySize: { ...companySize, isComparable },
    trend: { ...trend, months: trend.months.map((month) => ({ ...month, isComparable })) },
    gender: { ...gender, isComparable, gap: null },
    schooling: { ...schooling, isComparable },
    age: { ...age, isComparable },
    sector: { ...sector, isComparable },
    family: family && { ...family, isComparable },
  };
}

/** Removes the ranks and sorts by records, the most first, as for other places without a rank. */
const unranked = (places: readonly Place[]): Place[] =>
  places
    .map((place) => ({ ...place, rank: null }))
    .toSorted((a, b) => b.count - a.count || (a.codigo < b.codigo ? -1 : 1));
