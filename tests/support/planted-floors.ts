import {
  concentrationsOf,
  minEffective,
  minShare,
} from '../../server/answers/present/deferred/concentrations.ts';
import { normal, seededRandom, weighted, type Random } from './random.ts';

/** Salaries around a level, rounded as declarations are, with floors that many employers pay. */
export interface FloorPlan {
  readonly records: number;
  readonly floors: number;
  /** Records of an employer's hires, which share a salary: 1 to this many. */
  readonly largestBlock: number;
}

export interface FloorTrial {
  readonly planted: number;
  /** Planted floors that were found. */
  readonly found: number;
  /** All values that were found. */
  readonly discoveries: number;
}

/** Steps of rounding in centavos: about as often as the months of the generator have them. */
const roundings = weighted([
  [50_000, 0.05],
  [10_000, 0.17],
  [5000, 0.08],
  [1000, 0.15],
  [100, 0.25],
  [10, 0.05],
  [1, 0.25],
] as const);

/** The steps of floors: most of them end in any centavo. */
const floorSteps = weighted([
  [1, 0.75],
  [100, 0.2],
  [1000, 0.05],
] as const);

/** Each floor has this share of the employers. */
const floorShare = { from: 0.02, to: 0.06 };

const minRecords = 5;

/** Plants floors in a month of records and counts how many of them `concentrationsOf` finds. */
export async function floorTrial(seed: string, plan: FloorPlan): Promise<FloorTrial> {
  const random = seededRandom(seed);
  const level = 180_000 * Math.exp(0.4 * normal(random));
  const spread = 0.04 + 0.4 * random();
  const floors = Array.from({ length: plan.floors }, () => ({
    centavos: rounded(level * Math.exp(0.8 * spread * normal(random)), floorSteps(random)),
    share: floorShare.from + (floorShare.to - floorShare.from) * random(),
  }));
  const counts = new Map<number, number>();
  let [blocks, squares, records] = [0, 0, 0];
  while (records < plan.records) {
    const size = blockSize(plan.largestBlock, random());
    const salary =
      drawn(random, floors) ??
      rounded(level * Math.exp(spread * normal(random)), roundings(random));
    counts.set(salary, (counts.get(salary) ?? 0) + size);
    [blocks, squares, records] = [blocks + 1, squares + size * size, records + size];
  }
  const sorted = [...counts].toSorted(([one], [other]) => one - other);
  const found = await concentrationsOf(
    { centavos: sorted.map(([salary]) => salary), counts: sorted.map(([, count]) => count) },
    { designEffect: squares / records, minRecords, named: new Set() },
  );
  const planted = new Set(floors.map(({ centavos }) => centavos));
  return {
    planted: planted.size,
    found: found.filter(({ centavos }) => planted.has(centavos)).length,
    discoveries: found.length,
  };
}

/** The size of a block: `1 + ⌊largest · u³⌋` for a uniform u. */
const blockSize = (largest: number, uniform: number) => 1 + Math.floor(largest * uniform ** 3);

/**
 * The expected share of planted floors that have the least records which the rule requires: the most that any test
 * finds. A floor's records are a Poisson number of blocks; H. H. Panjer's recursion (ASTIN Bulletin 12 (1981), 22–26)
 * adds up their sizes. Floors at multiples of R$ 50,00 are not tested.
 */
export function reachableRecall({ records, largestBlock }: FloorPlan): number {
  const chances = Array.from(
    { length: largestBlock },
    (_, at) => Math.cbrt((at + 1) / largestBlock) - Math.cbrt(at / largestBlock),
  );
  const moment = (power: number) =>
    chances.reduce((sum, chance, at) => sum + chance * (at + 1) ** power, 0);
  const least = Math.ceil(
    Math.max(minRecords, minEffective * (moment(2) / moment(1)), minShare * records),
  );
  const shares = Array.from(
    { length: 41 },
    (_, at) => floorShare.from + (at / 40) * (floorShare.to - floorShare.from),
  );
  const found = shares.map((share) => {
    const blocks = (share * records) / moment(1);
    const exactly = [Math.exp(-blocks)];
    for (let count = 1; count < least; count++)
      exactly.push(
        (blocks / count) *
          chances.reduce(
            (sum, chance, at) => sum + (at + 1) * chance * (exactly[count - at - 1] ?? 0),
            0,
          ),
      );
    return 1 - exactly.reduce((sum, chance) => sum + chance, 0);
  });
  const round = 0.75 / 5000 + 0.2 / 50 + 0.05 / 5;
  return (1 - round) * (found.reduce((sum, chance) => sum + chance, 0) / found.length);
}

function drawn(random: Random, floors: readonly { centavos: number; share: number }[]) {
  let left = random();
  return floors.find(({ share }) => (left -= share) < 0)?.centavos;
}

const rounded = (centavos: number, step: number) =>
  Math.max(step, Math.round(centavos / step) * step);
