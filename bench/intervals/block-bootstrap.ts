import { SearchFilters, type Statistics } from '../../shared/contracts/search.ts';
import { occupationTitle } from '../../server/reference/occupations.ts';
import { newInstallation } from '../../tests/support/installation.ts';
import { seededRandom } from '../../tests/support/random.ts';
import { blockRecords } from './block-records.ts';

interface Interval {
  /** Reais. */
  readonly lower: number;
  readonly upper: number;
}

/** 95 % intervals of one occupation's median. */
interface Bootstrapped {
  readonly title: string;
  readonly records: number;
  readonly designEffect: number;
  /** The product's interval, with the design effect. */
  readonly own: Statistics['medianInterval'];
  /** The interval for independent records. */
  readonly independent: Interval;
  /** Percentiles of medians of resampled blocks. */
  readonly blocks: Interval;
}

/**
 * Loads official files and bootstraps the median of occupations by blocks: blocks are drawn with replacement, each with
 * all its records (B. Efron and R. Tibshirani, "An Introduction to the Bootstrap" (1993)).
 */
export async function bootstrapped(
  files: readonly string[],
  occupations: readonly string[],
  draws: number,
): Promise<Bootstrapped[]> {
  if (files.length === 0) return [];
  const installation = await newInstallation();
  try {
    await installation.loadApproved(...files);
    const found: Bootstrapped[] = [];
    for (const cbo of occupations) {
      const filters = SearchFilters.parse({ cbo });
      const { statistics, method } = await installation.search({ cbo });
      const rows = await blockRecords(installation, filters);
      const blocks = [...Map.groupBy(rows, ({ block }) => block).values()].map((own) =>
        own.flatMap(({ salary, copies }) => Array<number>(copies).fill(salary)),
      );
      const records = blocks.flat().map((salary) => [salary]);
      found.push({
        title: `${cbo} ${occupationTitle(cbo) ?? ''}`,
        records: records.length,
        designEffect: method.designEffect,
        own: statistics.medianInterval,
        independent: resampled(records, draws, `${cbo} records`),
        blocks: resampled(blocks, draws, `${cbo} blocks`),
      });
    }
    return found;
  } finally {
    await installation.close();
  }
}

/** The 2.5th and the 97.5th percentile of the medians of resampled blocks. */
function resampled(blocks: readonly (readonly number[])[], draws: number, seed: string): Interval {
  const salaries = [...new Set(blocks.flat())].toSorted((a, b) => a - b);
  const placeOf = new Map(salaries.map((salary, index) => [salary, index]));
  const places = blocks.map((block) => block.map((salary) => placeOf.get(salary) ?? 0));
  const random = seededRandom(seed);
  const medians = Array.from({ length: draws }, () => {
    const counts = new Uint32Array(salaries.length);
    let records = 0;
    for (let drawn = 0; drawn < places.length; drawn++) {
      const block = places[Math.floor(random() * places.length)] ?? [];
      for (const place of block) counts[place] = (counts[place] ?? 0) + 1;
      records += block.length;
    }
    let below = 0;
    return salaries[counts.findIndex((count) => (below += count) * 2 >= records)] ?? Number.NaN;
  }).toSorted((a, b) => a - b);
  const at = (share: number) => (medians[Math.floor(share * (draws - 1))] ?? Number.NaN) / 100;
  return { lower: at(0.025), upper: at(0.975) };
}
