/**
 * Stops and restarts replicas and a whole shard of a cluster (2 × 2) while eight callers query:
 * `npm run bench -- cluster-faults`, or with the seconds of each phase as its argument.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { monthsEnding } from '../server/reference/months.ts';
import { writeSyntheticFiles } from '../tests/support/synthetic-files.ts';
import { WarehouseAwayError } from '../server/platform/warehouse/engine-error.ts';
import { startClickHouseCluster } from '../tests/support/clickhouse-cluster.ts';
import { newInstallation } from '../tests/support/installation.ts';

const callers = 8;
const phaseMs = Number(process.argv[2] ?? 10) * 1000;
const questions = [
  { metodo: 'bruto', movimentacao: 'todas' },
  { uf: 'SP' },
  { familiaCbo: '5211' },
  { genero: 'F', metodo: 'integral' },
];

interface Phase {
  readonly phase: string;
  answers: number;
  wrong: number;
  /** Number of errors by message. */
  readonly errors: Record<string, number>;
  longestMs: number;
  /** From the end of the change to the first correct response. */
  firstAnswerMs: number | undefined;
}

const cluster = await startClickHouseCluster();
const installation = await newInstallation({
  clickhouseUrl: cluster.urls,
  clickhouseCluster: cluster.name,
});
const files = await writeSyntheticFiles({
  directory: `${installation.folder}/texts`,
  months: monthsEnding('202603', 4),
  linesPerMonth: 20_000,
  seed: 'faults',
});
await installation.load(...files.map(({ path }) => path));

const textOf = async (index: number) => {
  const { statistics, distribution } = await installation.search(questions[index] ?? {});
  return JSON.stringify([statistics, distribution]);
};
const expected = await Promise.all(questions.map((_, index) => textOf(index)));

async function during(phase: string, change: () => Promise<unknown>): Promise<Phase> {
  const found: Phase = {
    phase,
    answers: 0,
    wrong: 0,
    errors: {},
    longestMs: 0,
    firstAnswerMs: undefined,
  };
  const stopping = new AbortController();
  let changedAt: number | undefined;
  const ask = async (caller: number) => {
    for (let turn = caller; !stopping.signal.aborted; turn++) {
      const index = turn % questions.length;
      const begun = performance.now();
      try {
        const answer = await textOf(index);
        found.answers += 1;
        if (answer !== expected[index]) found.wrong += 1;
        else if (changedAt !== undefined) found.firstAnswerMs ??= performance.now() - changedAt;
      } catch (error) {
        const kind = error instanceof WarehouseAwayError ? `503 ${error.part}` : String(error);
        found.errors[kind] = (found.errors[kind] ?? 0) + 1;
        await sleep(50);
      }
      found.longestMs = Math.max(found.longestMs, performance.now() - begun);
    }
  };
  const asking = Array.from({ length: callers }, (_, caller) => ask(caller));
  await sleep(phaseMs / 4);
  await change();
  changedAt = performance.now();
  await sleep((phaseMs * 3) / 4);
  stopping.abort();
  await Promise.all(asking);
  console.log(JSON.stringify(found));
  return found;
}

const [first, second] = [cluster.node(2, 1), cluster.node(2, 2)];

const phases = [
  await during('all there', async () => {}),
  await during('a replica stops', () => first.stop()),
  await during('it comes back', () => first.start()),
  await during('its shard stops', () => Promise.all([first.stop(), second.stop()])),
  await during('the shard comes back', () => Promise.all([first.start(), second.start()])),
  await during('a replica comes back without its disk', async () => {
    await first.stop();
    await first.erase();
    await first.start();
  }),
];

await installation.close();
await cluster.stop();
const wrong = phases.reduce((sum, phase) => sum + phase.wrong, 0);
console.log(`${wrong} wrong answers`);
process.exitCode = wrong > 0 ? 1 : 0;
