import {
  comparedAnswer,
  nearlyEqualAnswer,
} from '../../../server/answers/present/suppression/compared-answer.ts';
import {
  suppressedSelections,
  type SelectionPart,
} from '../../../server/answers/present/suppression/compared-selections.ts';
import { countOnly } from '../../../shared/statistics/catalogue.ts';
import { LinearAttack, type Attack } from './linear-attack.ts';
import {
  plantedAnswer,
  plantedParts,
  type PlantedFilters,
  type PlantedRecord,
} from './planted-month.ts';
import {
  minRecordsOf,
  knowAnswer,
  nameOfRecords,
  type AttackedAnswer,
  type AttackedFilters,
} from './search-attack.ts';

/** A selection of a comparison, as the screen shows it next to the others. */
export interface AttackedSelection {
  readonly answer: AttackedAnswer;
  readonly filters: AttackedFilters;
}

const nameOfPart = (members: number) => `part ${members}`;

/**
 * The facts that follow from all responses of a comparison together. The sum of each selection is the sum of the parts
 * into which the selections divide their records, and a group of one selection can be another selection.
 */
export function comparisonAttack(
  selections: readonly AttackedSelection[],
  parts: readonly SelectionPart[],
): Attack {
  const attack = new LinearAttack();
  const looked = selections.map(({ answer, filters }) => knowAnswer(attack, answer, filters));
  for (const { members, positive } of parts)
    attack.group(nameOfPart(members), {
      count: positive,
      average: null,
      quartiles: null,
      bounds: { lower: 1, upper: 198_000 },
    });
  for (const [place, { filters }] of selections.entries())
    attack.addUp(
      nameOfRecords(filters),
      parts
        .filter(({ members }) => (members & (1 << place)) !== 0)
        .map(({ members }) => nameOfPart(members)),
    );
  const minRecords = Math.max(...selections.map(({ filters }) => minRecordsOf(filters)));
  const few = [
    ...new Set(looked.flatMap((one) => one.few)),
    ...parts
      .filter((part) => part.positive < minRecords && !isWholeSelection(part, selections, parts))
      .map(({ members }) => nameOfPart(members)),
  ];
  return {
    recovered: few.filter((name) => attack.isRecovered(name)),
    primary: few.length,
    complementary: selections.filter(
      ({ answer, filters }) => answer.panels === null && answer.totalCount >= minRecordsOf(filters),
    ).length,
  };
}

/**
 * Whether a part has all records of a selection with enough records: its figures are the selection's published ones, as
 * of a selection without race filter of 5 to 29 people who all have one race.
 */
const isWholeSelection = (
  { members, positive }: SelectionPart,
  selections: readonly AttackedSelection[],
  parts: readonly SelectionPart[],
): boolean =>
  selections.some(({ filters }, place) => {
    const own = parts.filter((part) => (part.members & (1 << place)) !== 0 && part.positive > 0);
    return own.length === 1 && own[0]?.members === members && positive >= minRecordsOf(filters);
  });

/** Selections over planted records, suppressed as the product does in a comparison. */
export function plantedComparison(
  records: readonly PlantedRecord[],
  queries: readonly PlantedFilters[],
): { readonly selections: AttackedSelection[]; readonly parts: SelectionPart[] } {
  const parts = plantedParts(records, queries);
  const suppressed = suppressedSelections(parts, queries.map(minRecordsOf));
  const selections = queries.map((filters, place) => ({
    filters,
    answer: shown(plantedAnswer(records, filters), {
      isFew: (answer) => answer.totalCount < minRecordsOf(filters),
      isNearlyEqual: suppressed[place] === true,
    }),
  }));
  return { selections, parts };
}

const nothing = { centavos: [], counts: [] };

function shown(
  answer: AttackedAnswer,
  {
    isFew,
    isNearlyEqual,
  }: { readonly isFew: (answer: AttackedAnswer) => boolean; readonly isNearlyEqual: boolean },
): AttackedAnswer {
  if (isFew(answer)) return { ...answer, panels: null, distribution: nothing };
  const whole = {
    ...answer,
    results: [],
    relaxed: [],
    nearby: [],
    estimate: null,
    suppressed: null,
    statistics: countOnly(answer.totalCount),
  };
  return isNearlyEqual ? nearlyEqualAnswer(whole) : comparedAnswer(whole);
}
