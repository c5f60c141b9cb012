/**
 * Throughput of the same questions with one, two and four shards on this machine:
 * `npm run bench:shards`, or with lines a month and seconds as its arguments.
 */
import { monthsEnding } from '../server/demonstration/months.ts';
import { writeDemonstrationMonths } from '../server/demonstration/write-demonstration-months.ts';
import { startClickHouseCluster } from '../tests/clickhouse-cluster.ts';
import { newInstallation } from '../tests/installation.ts';

const linesPerMonth = Number(process.argv[2] ?? 100_000);
const measuredMs = Number(process.argv[3] ?? 15) * 1000;
const callers = 6;
const questions = [
  {},
  { cbo: '521110' },
  { familiaCbo: '4110', uf: 'SP' },
  { uf: 'MG', genero: 'F' },
  { searchQuery: 'enfermeiro', metodo: 'integral' },
  { secao: 'G', faixaEtaria: '26-35' },
];

async function measure(shards: number) {
  const cluster = await startClickHouseCluster({ shards, replicas: 1 });
  const installation = await newInstallation({
    clickhouseUrl: cluster.urls,
    clickhouseCluster: cluster.name,
  });
  const files = await writeDemonstrationMonths({
    directory: `${installation.folder}/texts`,
    months: monthsEnding('202603', 6),
    linesPerMonth,
    seed: 'shards',
  });
  const loadBegun = performance.now();
  await installation.load(...files.map(({ path }) => path));
  const loadSeconds = (performance.now() - loadBegun) / 1000;
  const totals: number[] = [];
  for (const filters of questions) totals.push((await installation.search(filters)).totalCount);
  const times: number[] = [];
  const endsAt = performance.now() + measuredMs;
  const ask = async (caller: number) => {
    for (let turn = caller; performance.now() < endsAt; turn++) {
      const begun = performance.now();
      await installation.search(questions[turn % questions.length] ?? {});
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => ask(caller)));
  await installation.close();
  await cluster.stop();
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  return {
    shards,
    loadSeconds: Number(loadSeconds.toFixed(1)),
    answersPerSecond: Number((times.length / (measuredMs / 1000)).toFixed(1)),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    totals,
  };
}

const measured = [];
for (const shards of [1, 2, 4]) measured.push(await measure(shards));
console.table(measured.map(({ totals, ...figures }) => ({ ...figures, records: totals[0] })));
const [one, ...others] = measured.map(({ totals }) => JSON.stringify(totals));
process.exitCode = others.every((totals) => totals === one) ? 0 : 1;
