import { townPredictor } from '../../../server/answers/present/towns/estimate.ts';
import { townModel } from '../../../server/answers/present/towns/town-model.ts';
import { minForStatistics } from '../../../shared/statistics/design-effect.ts';
import { percentile } from '../../../shared/statistics/percentile.ts';
import {
  plantedLevel,
  plantedSalaries,
  rankedSalaries,
  type PlantedTowns,
} from '../planted-towns.ts';
import { seededRandom } from '../random.ts';
import type { AttackTotals } from './run-attacks.ts';

/** Records of the municipalities of a planted state: half of them have too few for a figure. */
const sizes = [0, 1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 8, 12, 20, 29, 60, 150];
const spread = { within: 0.25, between: 0.1 };
const occupation = 521_110;

function plantedState(seed: string): PlantedTowns {
  const random = seededRandom(seed);
  return new Map(
    sizes.map((records, at) => [
      310_010 + at,
      plantedSalaries(random, plantedLevel(random, spread), spread, records),
    ]),
  );
}

/** The published estimates of a state's municipalities; `minRecords` is the fewest records that take part in any. */
function estimatesOf(towns: PlantedTowns, minRecords: number) {
  const cells = [...towns].map(([municipality, salaries]) => ({
    occupation,
    municipality,
    pay: rankedSalaries(salaries),
  }));
  const model = townModel(
    cells.filter(({ pay }) => pay.count >= Math.max(1, minRecords)),
    1,
  );
  if (model === null) throw new Error('The planted state has no model.');
  const salaries = new Map(cells.map(({ municipality, pay }) => [municipality, pay]));
  const state = rankedSalaries([...towns.values()].flat());
  return townPredictor(salaries, state, { model, designEffect: 1, minRecords, occupation });
}

/** What a rounded estimate leaves open, in reais to either side. */
const rounding = 5;

/**
 * Attacks the estimates of planted states. First, an estimate is a weighted mean of the municipality's own median and of
 * the prior, which is the estimate of a municipality without records: the own median follows from both and the published
 * weight. Second, the suppressed salaries change without moving the state's median: an estimate that changes depends on
 * them.
 */
export function attackEstimates(
  seed: string,
  states: number,
  minRecords: number = minForStatistics,
): AttackTotals {
  const recovered: string[] = [];
  let primary = 0;
  for (let number = 0; number < states; number++) {
    const towns = plantedState(`${seed} ${number}`);
    const estimates = estimatesOf(towns, minRecords);
    const { count, salaryAt } = rankedSalaries([...towns.values()].flat());
    const [below, above] = [salaryAt(Math.ceil(count / 2)), salaryAt(Math.floor(count / 2) + 1)];
    const prior = estimates(0).median;
    for (const [municipality, salaries] of towns) {
      if (salaries.length === 0 || salaries.length >= minForStatistics) continue;
      primary += 1;
      const own = estimates(municipality);
      const truth = (percentile(rankedSalaries(salaries), 5000) ?? 0) / 100;
      const solved = prior * (own.median / prior) ** (1 / own.ownWeight);
      const isSolved =
        own.ownWeight > 0 && Math.abs(solved - truth) <= (2 * rounding) / own.ownWeight;
      // Salaries move away from the state's median, which depends only on the one or two middle salaries.
      const moved = salaries.map((pay) => {
        if (pay === below || pay === above) return pay;
        return Math.round(pay > above ? pay * 1.5 : pay * 0.7);
      });
      const others = estimatesOf(new Map([...towns, [municipality, moved]]), minRecords);
      const hasMoved = [0, ...towns.keys()].some(
        (town) => JSON.stringify(others(town)) !== JSON.stringify(estimates(town)),
      );
      if (isSolved || hasMoved) recovered.push(`${seed} ${number}: ${municipality}`);
    }
  }
  return { responses: states, recovered, primary, complementary: 0 };
}
