import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { SearchFilters, type AnswerWithoutReceipt } from '../../shared/contracts/search.ts';
import { percentile } from '../../shared/statistics/percentile.ts';
import { readableRelease } from '../../server/answers/query/release.ts';
import { resolveQuery } from '../../server/answers/query/salary-query.ts';
import { townCells } from './town-cells.ts';
import type { TownModel } from '../../server/answers/present/towns/town-model.ts';
import { QueryCache } from '../../server/answers/query/query-cache.ts';
import { currentRelease } from '../../server/platform/store/current-release.ts';
import { newInstallation, type Installation } from '../../tests/support/installation.ts';
import { preparedAnswering } from '../../tests/support/prepared-answering.ts';
import { answerSearch } from '../../server/answers/present/answer.ts';
import { seededRandom } from '../../tests/support/random.ts';
import { cellKey, hideRecords, type Cell } from './hidden-records.ts';

/** A large cell after most of its records were hidden: the remaining records, and the product's estimate. */
export interface Trial extends Cell {
  /** Median of all its records, in reais. */
  readonly full: number;
  /** Number of remaining records, and their median; null if none remains. */
  readonly records: number;
  readonly direct: number | null;
  readonly estimate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

export interface TrialPlan {
  readonly files: readonly string[];
  /** Number of cells to hide. */
  readonly cells: number;
  /** Minimum records of a large cell. */
  readonly minRecords: number;
  /** Share of its records that are hidden. */
  readonly hidden: number;
  readonly seed: string;
}

/**
 * Loads some months, draws large cells, hides most of their records, loads the months again, and asks the product for
 * each cell. `check` runs on the same months.
 */
export async function hiddenTrials<Checked>(
  plan: TrialPlan,
  check: (installation: Installation, drawn: readonly Cell[]) => Promise<Checked>,
): Promise<{ readonly trials: readonly Trial[]; readonly checked: Checked }> {
  const large = await withInstallation(plan.files, largeCells(plan));
  const random = seededRandom(plan.seed);
  const drawn = large
    .map((cell) => ({ cell, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, plan.cells)
    .map(({ cell }) => cell);
  const folder = await mkdtemp(join(tmpdir(), 'caged-towns-'));
  try {
    const cells = new Set(drawn.map(cellKey));
    const files = await Promise.all(
      plan.files.map(async (path) => {
        const to = join(folder, basename(path));
        await hideRecords(path, to, { cells, hidden: plan.hidden, seed: plan.seed });
        return to;
      }),
    );
    return await withInstallation(files, async (installation) => ({
      trials: await trialsOf(installation, drawn),
      checked: await check(installation, drawn),
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface LargeCell extends Cell {
  readonly full: number;
}

/** Loads files, runs something on the installation, and removes it. */
export async function withInstallation<Result>(
  files: readonly string[],
  run: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const installation = await newInstallation();
  try {
    await installation.loadApproved(...files);
    return await run(installation);
  } finally {
    await installation.close();
  }
}

/** Six digits of a code. */
export const digits = (code: number) => String(code).padStart(6, '0');

const largeCells =
  ({ minRecords }: Pick<TrialPlan, 'minRecords'>) =>
  async (installation: Installation): Promise<LargeCell[]> => {
    const cells = await cellsOf(installation, minRecords);
    return cells.map(({ occupation, municipality, pay }) => ({
      cbo: digits(occupation),
      municipality: digits(municipality),
      full: (percentile(pay, 5000) ?? NaN) / 100,
    }));
  };

/** The cells of a release with at least `minRecords` records. */
export async function cellsOf({ store, warehouse }: Installation, minRecords: number) {
  const release = readableRelease(await currentRelease(store));
  const query = resolveQuery(SearchFilters.parse({}), release);
  const cells = await townCells(warehouse, query, minRecords);
  // Codes of no occupation, and of no municipality.
  return cells.filter(
    ({ occupation, municipality }) =>
      occupation >= 10_000 && occupation < 999_999 && municipality % 10_000 < 9_999,
  );
}

async function trialsOf(installation: Installation, drawn: readonly LargeCell[]): Promise<Trial[]> {
  const left = new Map(
    (await cellsOf(installation, 1)).map(({ occupation, municipality, pay }) => [
      cellKey({ cbo: digits(occupation), municipality: digits(municipality) }),
      pay,
    ]),
  );
  const send = await townSearcher(installation);
  const trials: Trial[] = [];
  for (const cell of drawn) {
    const { estimate } = await send(cell);
    const pay = left.get(cellKey(cell));
    const direct = pay && percentile(pay, 5000);
    trials.push({
      ...cell,
      records: pay?.count ?? 0,
      direct: direct == null ? null : direct / 100,
      estimate: estimate?.median ?? null,
      lower: estimate?.lower ?? null,
      upper: estimate?.upper ?? null,
    });
  }
  return trials;
}

/** Asks the product for an occupation in a municipality, with a cache of models as a server has. */
export async function townSearcher(installation: Installation) {
  const prepared = await preparedAnswering(installation);
  const models = new QueryCache<TownModel | null>();
  const answering = { ...prepared, backend: { ...prepared.backend, models } };
  return ({ cbo, municipality }: Cell): Promise<AnswerWithoutReceipt> => {
    const filters = SearchFilters.parse({ cbo, municipios: [municipality] });
    return answerSearch({ filters, pageSize: 1 }, answering);
  };
}

interface TrialTotals {
  /**
   * Cells with an estimate, and those of them with a remaining record, whose own median is compared with the estimate.
   */
  readonly estimated: number;
  readonly compared: number;
  /** Root of the mean squared error of log medians. */
  readonly directError: number;
  readonly estimateError: number;
  /** Share of intervals that hold the full cell's median. */
  readonly held: number;
}

const errorOf = (values: readonly (readonly [number, number])[]) =>
  Math.sqrt(
    values.reduce((sum, [value, full]) => sum + Math.log(value / full) ** 2, 0) / values.length,
  );

export function totalsOf(trials: readonly Trial[]): TrialTotals {
  const estimated = trials.flatMap(({ full, direct, estimate, lower, upper }) =>
    estimate === null || lower === null || upper === null
      ? []
      : [{ full, direct, estimate, lower, upper }],
  );
  const compared = estimated.flatMap(({ full, direct, estimate }) =>
    direct === null ? [] : [{ full, direct, estimate }],
  );
  return {
    estimated: estimated.length,
    compared: compared.length,
    directError: errorOf(compared.map(({ direct, full }) => [direct, full])),
    estimateError: errorOf(compared.map(({ estimate, full }) => [estimate, full])),
    held:
      estimated.filter(({ full, lower, upper }) => lower <= full && full <= upper).length /
      estimated.length,
  };
}
