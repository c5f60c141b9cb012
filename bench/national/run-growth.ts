import { mkdtemp, rm } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monthsEnding } from '../../shared/codes/months.ts';
import { seededRandom } from '../../tests/support/random.ts';
import type { AnswerContext } from '../../server/answers/present/answer.ts';
import { preparedAnswering } from '../../tests/support/prepared-answering.ts';
import { openInstallation, type Installation } from '../../tests/support/installation.ts';
import { loadMonths, waitForMerges } from './data.ts';
import { percentileOf, formatMs } from './latency.ts';
import { describeMachine, machineLine } from './machine.ts';
import { answerOf } from './product.ts';
import { drawFrom, randomFilters, type Draw, type Filters } from './queries.ts';
import type { Output } from './run-bench.ts';

export interface GrowthPlan {
  /** Numbers of loaded months at each stage, ascending. */
  readonly stages: readonly number[];
  readonly lines: number;
  readonly seed: string;
  /** Queries of each kind and period. */
  readonly queries: number;
}

/** The same queries with a given number of months loaded. */
export interface Stage {
  readonly months: number;
  /** Milliseconds of each query, by its name; omits queries over months that are not loaded yet. */
  readonly times: Readonly<Record<string, readonly number[]>>;
}

const lastMonth = '202610';

/**
 * Loads months in stages and runs the same queries after each stage: over the first month alone, over the first twelve,
 * and finally over all. Later months change the queried ones only by late declarations and exclusions.
 */
export async function runGrowth(plan: GrowthPlan, output: Output): Promise<Stage[]> {
  const folder = await mkdtemp(join(tmpdir(), 'caged-growth-'));
  const clearAway = { recursive: true, force: true, maxRetries: 3 } as const;
  const removeAtExit = () => rmSync(folder, clearAway);
  process.once('exit', removeAtExit);
  const installation = await openInstallation(folder);
  try {
    output.print(machineLine(await describeMachine(installation.warehouse)));
    const stages = await measureStages(plan, installation, output);
    output.table('Server time by months loaded, p50/p95 ms', growthTable(stages));
    return stages;
  } finally {
    await installation.leave();
    process.off('exit', removeAtExit);
    await rm(folder, clearAway);
  }
}

async function measureStages(
  plan: GrowthPlan,
  installation: Installation,
  { print }: Output,
): Promise<Stage[]> {
  const months = monthsEnding(lastMonth, Math.max(...plan.stages));
  const stages: Stage[] = [];
  let queries: ReadonlyMap<string, readonly Filters[]> | undefined;
  let loaded = 0;
  for (const count of plan.stages) {
    const begun = performance.now();
    await loadMonths(installation, months.slice(loaded, count), plan);
    await waitForMerges(installation);
    loaded = count;
    const answering = await preparedAnswering(installation);
    const seconds = (performance.now() - begun) / 1000;
    print(`${count} months loaded, merged and indexed in ${seconds.toFixed(0)} s`);
    queries ??= await drawnQueries(plan, answering, months);
    const times = await measureAll(queries, answering, months[count - 1] ?? '');
    stages.push({ months: count, times });
  }
  return stages;
}

const queryKinds: Readonly<Record<string, (draw: Draw) => Filters>> = {
  'an occupation': (draw) => ({ cbo: draw.occupation() }),
  'the largest occupation': (draw) => ({ cbo: draw.largestOccupation }),
  'all Brazil': () => ({}),
  'all Brazil, 2 filters': (draw) => randomFilters(draw, 2),
};

async function drawnQueries(
  { queries, seed }: GrowthPlan,
  { warehouse, release }: AnswerContext,
  months: readonly string[],
): Promise<Map<string, Filters[]>> {
  const draw = await drawFrom(warehouse, release, seededRandom(`${seed} growth`));
  const drawn = new Map<string, Filters[]>();
  for (const [name, filtersFor] of Object.entries(queryKinds)) {
    const requested = Array.from({ length: queries }, () => filtersFor(draw));
    for (const length of new Set([1, Math.min(12, months.length), months.length])) {
      const period = { periodoInicio: months[0], periodoFim: months[length - 1] };
      drawn.set(
        `${name}, ${length} ${length === 1 ? 'month' : 'months'}`,
        requested.map((filters) => ({ ...filters, ...period })),
      );
    }
  }
  return drawn;
}

async function measureAll(
  queries: ReadonlyMap<string, readonly Filters[]>,
  answering: AnswerContext,
  lastLoaded: string,
): Promise<Stage['times']> {
  const times: Record<string, number[]> = {};
  for (const [name, requested] of queries) {
    if (String(requested[0]?.['periodoFim']) > lastLoaded) continue;
    const own: number[] = [];
    for (const filters of [...requested.slice(0, 1), ...requested]) {
      const begun = performance.now();
      await answerOf(filters, answering);
      own.push(performance.now() - begun);
    }
    // Excludes the first query, which warms up.
    times[name] = own.slice(1);
  }
  return times;
}

/** A row for each query, a column for each stage, and the ratio of the last stage's time to the first's. */
function growthTable(stages: readonly Stage[]): Record<string, unknown> {
  const names = [...new Set(stages.flatMap(({ times }) => Object.keys(times)))];
  return Object.fromEntries(
    names.map((name) => {
      const requested = stages.flatMap(({ months, times }) => {
        const own = times[name];
        return own === undefined
          ? []
          : [{ months, p50: percentileOf(own, 0.5), p95: percentileOf(own, 0.95) }];
      });
      const [first, last] = [requested[0]?.p50 ?? Number.NaN, requested.at(-1)?.p50 ?? Number.NaN];
      const cells = requested.map(({ months, p50, p95 }) => [
        `${months} loaded`,
        `${formatMs(p50)}/${formatMs(p95)}`,
      ]);
      return [name, { ...Object.fromEntries(cells), 'last / first': (last / first).toFixed(2) }];
    }),
  );
}
