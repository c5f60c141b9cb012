import { type PayCell, sumsOf } from '../../shared/statistics/pay-ratio.ts';
import { normal, seededRandom, weighted, type Random } from './random.ts';

/** A salary line: its cell, sex and amount. */
export interface PayLine {
  readonly cell: number;
  readonly sex: 'F' | 'M';
  readonly centavos: number;
}

/** A month of lines, and the mean for the men of each cell, in centavos. */
export interface SyntheticMonth {
  readonly lines: readonly PayLine[];
  readonly expected: readonly number[];
}

interface CellPlan {
  readonly median: number;
  readonly deviation: number;
  readonly womensShare: number;
}

/** One line in four has a salary that its whole cell shares, as a wage floor of a category. */
const atFloor = { share: 0.25, ofMedian: 0.8 };

/**
 * A month in which women of every cell are paid `remainder` less than its men, on average: skewed wages (log-normal,
 * with a floor that many have), many small cells and few large ones, fewer women where pay is high.
 */
export function syntheticMonth(
  seed: string,
  { cells, lines, remainder }: { cells: number; lines: number; remainder: number },
): SyntheticMonth {
  const random = seededRandom(seed);
  const plans = Array.from({ length: cells }, () => cellPlan(random));
  const cellOf = weighted(plans.map((_, place) => [place, 1 / (place + 3)] as const));
  return {
    expected: plans.map(expectedOf),
    lines: Array.from({ length: lines }, () => {
      const cell = cellOf(random);
      const plan = plans[cell];
      if (plan === undefined) throw new RangeError('There is no such cell.');
      const sex = random() < plan.womensShare ? 'F' : 'M';
      const salary = salaryOf(plan, random) * (sex === 'F' ? 1 - remainder : 1);
      return { cell, sex, centavos: Math.round(salary) };
    }),
  };
}

function cellPlan(random: Random): CellPlan {
  const level = normal(random);
  const leaning = 0.6 * normal(random) - 0.5 * level;
  return {
    median: 210_000 * Math.exp(0.35 * level),
    deviation: 0.15 + 0.35 * random(),
    womensShare: 1 / (1 + Math.exp(-1.5 * leaning)),
  };
}

const expectedOf = ({ median, deviation }: CellPlan) =>
  median *
  (atFloor.share * atFloor.ofMedian + (1 - atFloor.share) * Math.exp((deviation * deviation) / 2));

function salaryOf({ median, deviation }: CellPlan, random: Random): number {
  if (random() < atFloor.share) return median * atFloor.ofMedian;
  return median * Math.exp(deviation * normal(random));
}

/** Lines as cells. */
export function cellsOf(lines: readonly PayLine[]): Map<number, PayCell> {
  const byCell = Map.groupBy(lines, ({ cell }) => cell);
  return new Map(
    [...byCell].map(([cell, own]) => {
      const salaries = (wanted: 'F' | 'M') =>
        own.flatMap(({ sex, centavos }) => (sex === wanted ? [centavos] : []));
      return [cell, { women: sumsOf(salaries('F')), men: sumsOf(salaries('M')) }];
    }),
  );
}
