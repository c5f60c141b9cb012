/**
 * Latency of whole search answers (statistics, distribution, funnel, occupations, a page of records, every panel)
 * over synthetic months, each question asked with its panels and, right after or before, without them:
 * `npm run bench:search [months] [lines a month] [questions]`.
 */
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { monthsEnding } from '../server/demonstration/months.ts';
import { seededRandom } from '../server/demonstration/random.ts';
import { writeDemonstrationMonths } from '../server/demonstration/write-demonstration-months.ts';
import { gzipSync } from 'node:zlib';
import { answerSearch } from '../server/salaries/answer.ts';
import { readableRelease, type Release } from '../server/salaries/release.ts';
import { currentRelease } from '../server/store/current-release.ts';
import type { QueryLimits, Sql, Warehouse } from '../server/warehouse/warehouse.ts';
import { SearchRequest } from '../shared/search.ts';
import { newInstallation, type Installation } from '../tests/installation.ts';

const argument = (place: number, usual: number) => Number(process.argv[place + 2] ?? usual);
const months = argument(0, 12);
const linesPerMonth = argument(1, 100_000);
const questions = argument(2, 200);

type Filters = Record<string, unknown>;
type Question = (random: () => number, occupations: readonly string[]) => Filters;

const pick = <Value>(random: () => number, values: readonly Value[]) =>
  values[Math.floor(random() * values.length)];
const states = ['SP', 'MG', 'RJ', 'PR', 'RS', 'BA', 'SC', 'GO', 'PE', 'CE', 'AC'];

/** Occupations come by their real frequency: each line of the files is as likely as any other. */
const workload: Readonly<Record<string, Question>> = {
  'an occupation': (random, occupations) => ({ cbo: pick(random, occupations) }),
  'an occupation in a state': (random, occupations) => ({
    cbo: pick(random, occupations),
    uf: pick(random, states),
  }),
  'an occupation and a profile': (random, occupations) => ({
    cbo: pick(random, occupations),
    genero: pick(random, ['M', 'F']),
    faixaEtaria: pick(random, ['18-25', '26-35', '36-45', '46-55', '55+']),
  }),
  'a text': (random) => ({
    searchQuery: pick(random, [
      'vendedor',
      'auxiliar administrativo',
      'enfermeira',
      'motorista caminhao',
    ]),
  }),
  'a state, every occupation': (random) => ({ uf: pick(random, states) }),
  'all Brazil': () => ({}),
};

async function occupationsByFrequency({ warehouse }: Installation): Promise<string[]> {
  const rows = await warehouse.rows<{ cbo: number }>({
    text: `select cbo from movements order by cityHash64(cbo, month, municipality, salary, age) limit 2000`,
  });
  return rows.map(({ cbo }) => String(cbo).padStart(6, '0'));
}

const percentileOf = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** The same warehouse, which has nothing to say to the panels. */
function withoutPanels(warehouse: Warehouse): Warehouse {
  return {
    run: (sql, limits) => warehouse.run(sql, limits),
    stream: (sql, limits) => warehouse.stream(sql, limits),
    bytes: (sql, form, limits) => warehouse.bytes(sql, form, limits),
    columns: (sql, limits) => warehouse.columns(sql, limits),
    load: (load) => warehouse.load(load),
    ping: (limits) => warehouse.ping(limits),
    close: () => warehouse.close(),
    rows: async <Row>(sql: Sql, limits?: QueryLimits) =>
      sql.text.includes('pay_group') ? [] : warehouse.rows<Row>(sql, limits),
  };
}

async function timed(warehouse: Warehouse, release: Release, filters: Filters) {
  const request = SearchRequest.parse({ filters });
  const begun = performance.now();
  const cpuBegun = process.cpuUsage();
  const answer = await answerSearch(request, { warehouse, release, version: '', limits: {} });
  const { user, system } = process.cpuUsage(cpuBegun);
  return { ms: performance.now() - begun, cpuMs: (user + system) / 1000, answer };
}

const told = (times: readonly number[], share: number) =>
  percentileOf(
    times.toSorted((a, b) => a - b),
    share,
  ).toFixed(1);

async function measure(installation: Installation, ask: Question, occupations: readonly string[]) {
  const random = seededRandom('search');
  const { warehouse, store } = installation;
  const bare = withoutPanels(warehouse);
  const release = readableRelease(await currentRelease(store));
  const whole: number[] = [];
  const without: number[] = [];
  const cpu: number[] = [];
  let compressed = 0;
  for (let question = 0; question < questions; question++) {
    const filters = ask(random, occupations);
    for (const isWhole of question % 2 === 0 ? [true, false] : [false, true]) {
      const { ms, cpuMs, answer } = await timed(isWhole ? warehouse : bare, release, filters);
      (isWhole ? whole : without).push(ms);
      if (!isWhole) continue;
      cpu.push(cpuMs);
      compressed = Math.max(compressed, gzipSync(JSON.stringify(answer)).length);
    }
  }
  return {
    'p50 ms': told(whole, 0.5),
    'p95 ms': told(whole, 0.95),
    'p50 without panels': told(without, 0.5),
    'p95 without panels': told(without, 0.95),
    'p50 CPU ms': told(cpu, 0.5),
    'largest answer, gzip KB': Math.round(compressed / 1000),
  };
}

const installation = await newInstallation();
try {
  const directory = join(installation.folder, 'texts');
  const plan = { directory, months: monthsEnding('202609', months), linesPerMonth, seed: 'search' };
  const files = await writeDemonstrationMonths(plan);
  await installation.load(...files.map(({ path }) => path));
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  console.log(
    `${cpus()[0]?.model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  console.log(
    `${months} months, ${lines.toLocaleString('pt-BR')} lines, ${questions} questions of each kind, one after another\n`,
  );
  const occupations = await occupationsByFrequency(installation);
  const table: Record<string, unknown> = {};
  for (const [name, ask] of Object.entries(workload))
    table[name] = await measure(installation, ask, occupations);
  console.table(table);
  console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
} finally {
  await installation.close();
}
