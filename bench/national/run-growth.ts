import { mkdtemp, rm } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monthsEnding } from '../../server/reference/months.ts';
import { seededRandom } from '../../tests/support/random.ts';
import type { AnswerContext } from '../../server/answers/present/answer.ts';
import { preparedAnswering } from '../../tests/support/prepared-answering.ts';
import { openInstallation, type Installation } from '../../tests/support/installation.ts';
import { diskCost } from './cost.ts';
import { loadMonths, settled } from './data.ts';
import { latencyOf, formatMs, type Latency } from './latency.ts';
import { describeMachine, machineLine, type Machine } from './machine.ts';
import { answerOf } from './product.ts';
import { drawFrom, randomFilters, type Draw, type Filters } from './questions.ts';
import type { Teller } from './run-bench.ts';

export interface GrowthPlan {
  /** Numbers of loaded months at each stage, ascending. */
  readonly stages: readonly number[];
  readonly lines: number;
  readonly seed: string;
  /** Queries of each kind and period. */
  readonly questions: number;
}

/** The same queries with a given number of months loaded. */
export interface Stage {
  readonly months: number;
  readonly lines: number;
  readonly bytes: number;
  readonly parts: number;
  readonly loadSeconds: number;
  readonly preparedSeconds: number;
  /** Times by the query's name; omits those over months that are not loaded yet. */
  readonly times: Readonly<Record<string, { readonly wall: Latency; readonly cpu: Latency }>>;
}

export interface GrowthReport {
  readonly machine: Machine;
  readonly plan: GrowthPlan;
  readonly stages: readonly Stage[];
}

const lastMonth = '202610';

/**
 * Loads months in stages and runs the same queries after each stage: over the first month alone, over the first twelve,
 * and finally over all. Later months change the queried ones only by late declarations and exclusions.
 */
export async function runGrowth(plan: GrowthPlan, teller: Teller): Promise<GrowthReport> {
  const folder = await mkdtemp(join(tmpdir(), 'caged-growth-'));
  const clearAway = { recursive: true, force: true, maxRetries: 3 } as const;
  const removeAtExit = () => rmSync(folder, clearAway);
  process.once('exit', removeAtExit);
  const installation = await openInstallation(folder);
  try {
    const machine = await describeMachine(installation.warehouse);
    teller.say(machineLine(machine));
    const stages = await measureStages(plan, installation, teller);
    teller.table('Server time by months loaded, p50/p95 ms (CPU p50)', growthTable(stages));
    return { machine, plan, stages };
  } finally {
    await installation.leave();
    process.off('exit', removeAtExit);
    await rm(folder, clearAway);
  }
}

async function measureStages(
  plan: GrowthPlan,
  installation: Installation,
  { say }: Teller,
): Promise<Stage[]> {
  const months = monthsEnding(lastMonth, Math.max(...plan.stages));
  const stages: Stage[] = [];
  let questions: ReadonlyMap<string, readonly Filters[]> | undefined;
  let loaded = 0;
  for (const count of plan.stages) {
    const begun = performance.now();
    await loadMonths(installation, months.slice(loaded, count), plan);
    await settled(installation);
    const loadSeconds = (performance.now() - begun) / 1000;
    loaded = count;
    const prepared = performance.now();
    const answering = await preparedAnswering(installation);
    const preparedSeconds = (performance.now() - prepared) / 1000;
    questions ??= await drawnQuestions(plan, answering, months);
    const { lines, bytes, tables } = await diskCost(
      installation.warehouse,
      answering.release,
      join(installation.folder, 'ranked'),
    );
    const parts = tables.reduce((sum, table) => sum + table.parts, 0);
    say(
      `${count} months, ${lines.toLocaleString('en')} lines, ${parts} parts and files, ${Math.round(bytes / 2 ** 20)} MiB, loaded and settled in ${loadSeconds.toFixed(0)} s, files in the order of salaries made in ${preparedSeconds.toFixed(0)} s`,
    );
    const times = await measureAll(questions, answering, months[count - 1] ?? '');
    stages.push({ months: count, lines, bytes, parts, loadSeconds, preparedSeconds, times });
  }
  return stages;
}

const questionKinds: Readonly<Record<string, (draw: Draw) => Filters>> = {
  'an occupation': (draw) => ({ cbo: draw.occupation() }),
  'the largest occupation': (draw) => ({ cbo: draw.largestOccupation }),
  'all Brazil': () => ({}),
  'all Brazil, 2 filters': (draw) => randomFilters(draw, 2),
};

async function drawnQuestions(
  { questions, seed }: GrowthPlan,
  { warehouse, release }: AnswerContext,
  months: readonly string[],
): Promise<Map<string, Filters[]>> {
  const draw = await drawFrom(warehouse, release, seededRandom(`${seed} growth`));
  const drawn = new Map<string, Filters[]>();
  for (const [name, ask] of Object.entries(questionKinds)) {
    const asked = Array.from({ length: questions }, () => ask(draw));
    for (const length of new Set([1, Math.min(12, months.length), months.length])) {
      const period = { periodoInicio: months[0], periodoFim: months[length - 1] };
      drawn.set(
        `${name}, ${length} ${length === 1 ? 'month' : 'months'}`,
        asked.map((filters) => ({ ...filters, ...period })),
      );
    }
  }
  return drawn;
}

async function measureAll(
  questions: ReadonlyMap<string, readonly Filters[]>,
  answering: AnswerContext,
  lastLoaded: string,
): Promise<Stage['times']> {
  const times: Record<string, { wall: Latency; cpu: Latency }> = {};
  for (const [name, asked] of questions) {
    if (String(asked[0]?.['periodoFim']) > lastLoaded) continue;
    const [wall, cpu]: [number[], number[]] = [[], []];
    for (const filters of [...asked.slice(0, 1), ...asked]) {
      const begun = performance.now();
      const cpuBegun = process.cpuUsage();
      await answerOf(filters, answering);
      const { user, system } = process.cpuUsage(cpuBegun);
      wall.push(performance.now() - begun);
      cpu.push((user + system) / 1000);
    }
    // Excludes the first query, which warms up.
    times[name] = { wall: latencyOf(wall.slice(1)), cpu: latencyOf(cpu.slice(1)) };
  }
  return times;
}

const ratioText = (last: Latency | undefined, first: Latency | undefined) =>
  last === undefined || first === undefined ? '' : (last.p50 / first.p50).toFixed(2);

/** A row for each query, a column for each stage, and the ratio of the last stage's time to the first's. */
function growthTable(stages: readonly Stage[]): Record<string, unknown> {
  const names = [...new Set(stages.flatMap(({ times }) => Object.keys(times)))];
  return Object.fromEntries(
    names.map((name) => {
      const asked = stages.flatMap(({ months, times }) => {
        const found = times[name];
        return found === undefined ? [] : [{ months, ...found }];
      });
      const [first, last] = [asked[0], asked.at(-1)];
      const cells = asked.map(({ months, wall, cpu }) => [
        `${months} loaded`,
        `${formatMs(wall.p50)}/${formatMs(wall.p95)} (${formatMs(cpu.p50)})`,
      ]);
      return [
        name,
        {
          ...Object.fromEntries(cells),
          'last / first': ratioText(last?.wall, first?.wall),
          'CPU last / first': ratioText(last?.cpu, first?.cpu),
        },
      ];
    }),
  );
}
