/**
 * Latency of whole search answers (statistics, distribution, funnel, occupations, a page of records) over synthetic
 * months: `npm run bench:search [months] [lines a month] [questions]`.
 */
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { monthsEnding } from '../server/demonstration/months.ts';
import { seededRandom } from '../server/demonstration/random.ts';
import { writeDemonstrationMonths } from '../server/demonstration/write-demonstration-months.ts';
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
    text: `select cbo from caged.movements order by cityHash64(cbo, month, municipality, salary, age) limit 2000`,
  });
  return rows.map(({ cbo }) => String(cbo).padStart(6, '0'));
}

const percentileOf = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

async function measure(installation: Installation, ask: Question, occupations: readonly string[]) {
  const random = seededRandom('search');
  const times: number[] = [];
  let bytes = 0;
  for (let question = 0; question < questions; question++) {
    const begun = performance.now();
    const answer = await installation.search(ask(random, occupations));
    times.push(performance.now() - begun);
    bytes = Math.max(bytes, JSON.stringify(answer).length);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return {
    'p50 ms': percentileOf(sorted, 0.5).toFixed(1),
    'p95 ms': percentileOf(sorted, 0.95).toFixed(1),
    'largest answer KB': Math.round(bytes / 1000),
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
