import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/installation.ts';
import { officialFile, type LineFields } from '../../../tests/official-file.ts';
import { preparedAnswering } from '../../../tests/prepared-answering.ts';
import { SearchRequest, type UnkeptAnswer } from '../../../shared/search.ts';
import { seededRandom } from '../../../tests/random.ts';
import { answerSearch, engineWays, type Answering } from '../answer.ts';
import { countLines } from '../counting/count-lines.ts';
import { askedQuestion } from '../question.ts';
import { MonthFile } from './month-file.ts';
import { MonthFiles } from './month-files.ts';
import { PayRoom } from './pay-room.ts';
import { pickSalaries } from './pick-salaries.ts';
import { rankedPlan } from './plan.ts';
import { countOccupations, countShare, type Sizes } from './plan-share.ts';

let installation: Installation;
let prepared: Answering;

const random = seededRandom('ranked lines');
const oneOf = <Value>(...values: readonly Value[]): Value => {
  const found = values[Math.floor(random() * values.length)];
  if (found === undefined) throw new RangeError('There is nothing to draw from.');
  return found;
};

/** Whatever a line may have, the ordinary and the odd: each filter takes some lines and leaves some. */
function drawnLine(month: string): LineFields {
  const state = oneOf('35', '33', '11');
  const region = { 35: '3', 33: '3', 11: '1' }[state];
  return {
    month,
    declared_month: month,
    region: oneOf(region, region, '9'),
    uf: state,
    municipality: oneOf(`${state}${oneOf('0010', '0020', '9999')}`, `${state}0010`, ''),
    section: oneOf('G', 'C', 'Z', ''),
    subclass: oneOf('4781400', '1091102', '9999999', ''),
    balance: oneOf('1', '1', '-1'),
    cbo: oneOf('521110', '521125', '411005', '521110'),
    category: oneOf('101', '103', '106', '111'),
    schooling: oneOf('7', '8', '1', '80', '99'),
    age: oneOf('17', '18', '25', '40', '56', ''),
    hours: oneOf('44,00', '40,00', '20,00', '39,50', ''),
    race: oneOf('1', '3', '9'),
    sex: oneOf('1', '3', '9'),
    disability: oneOf('0', '0', '4', '9'),
    intermittent: oneOf('0', '0', '0', '1'),
    part_time: oneOf('0', '0', '1'),
    apprentice: oneOf('0', '0', '1'),
    company_size: oneOf('1', '5', '9', '99'),
    salary: oneOf(
      '1320,00',
      '1320,00',
      `${Math.floor(random() * 900_000)},${oneOf('00', '07')}`,
      `${1400 + Math.floor(random() * 2000)},00`,
      '0,00',
      '',
    ),
  };
}

const lines = (month: string, count: number) =>
  Array.from({ length: count }, () => drawnLine(month));

beforeAll(async () => {
  installation = await newInstallation();
  const june = lines('202306', 7_000);
  const july = lines('202307', 7_000);
  await installation.load(await officialFile('CAGEDMOV202306.txt', 'MOV', june));
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', july));
  const late = lines('202306', 500).map((line) => ({
    ...line,
    declared_month: '202307',
    late: '1',
  }));
  await installation.load(await officialFile('CAGEDFOR202307.txt', 'FOR', late));
  const excluded = [...june.slice(0, 300), ...july.slice(0, 200), ...late.slice(0, 50)].map(
    (line) => ({
      ...line,
      exclusion_month: '202308',
      exclusion_indicator: '1',
    }),
  );
  await installation.load(await officialFile('CAGEDEXC202308.txt', 'EXC', excluded));
  prepared = await preparedAnswering(installation);
}, 60_000);
afterAll(() => installation.close());

const substanceOf = (answer: UnkeptAnswer) => ({
  ...answer,
  method: { ...answer.method, structure: null },
});

test.each([
  {},
  { cbo: '521110' },
  { cbos: ['521125', '411005'] },
  { familiaCbo: '5211', uf: 'SP' },
  { searchQuery: 'vendedor', genero: 'F' },
  { uf: 'SP', municipios: ['350010'] },
  { regiao: 1, genero: 'M', faixaEtaria: '18-25' },
  { secao: 'C', cnaes: ['1091102'], escolaridade: '7' },
  { secao: 'Z' },
  { cnaes: ['4781400'], porte: 'MICRO' },
  { cnaes: ['9999999'] },
  { contrato: 'comum', raca: 3 },
  { contrato: 'aprendiz', metodo: 'bruto' },
  { contrato: 'intermitente', metodo: 'bruto', movimentacao: 'todas' },
  { horas: '30-39', deficiencia: 'sim' },
  { metodo: 'integral', movimentacao: 'desligamento' },
  { serie: 'declarada', nivelEscolaridade: 'medio' },
  { salarioMin: 1320, salarioMax: 2000.5, periodoInicio: '202307' },
  { salarioMin: 3_000_000, metodo: 'bruto' },
  { periodoInicio: '202307', uf: 'RJ', cbo: '521110' },
])('%o is answered as from the lines themselves', async (filters) => {
  const request = SearchRequest.parse({ filters });
  const byLines = await answerSearch(request, {
    ...prepared,
    ways: { ...engineWays, count: countLines },
  });
  const answer = await answerSearch(request, prepared);
  expect([answer.method.structure, byLines.method.structure]).toEqual(['ranked', 'lines']);
  expect(substanceOf(answer)).toEqual(substanceOf(byLines));
});

/** The groups of a plan as the few lines that sizes let in at once have them. */
async function countedBy(filters: object, sizes: Sizes) {
  const { release } = prepared;
  const question = askedQuestion(SearchRequest.parse({ filters }).filters, release);
  const files = new MonthFiles(join(installation.folder, 'ranked'), installation.warehouse);
  await files.make(release, {});
  const plan = rankedPlan(question, (month) => files.pathOf(release, month));
  if (plan === null) throw new Error('A month has no file.');
  const opened = new Map<string, MonthFile>();
  const fileOf = (path: string) => {
    const file = opened.get(path) ?? new MonthFile(path);
    opened.set(path, file);
    return file;
  };
  const [stop, room] = [new Int32Array(1), new PayRoom()];
  const { counting, counts } = countShare(plan, { index: 0, of: 1 }, { fileOf, stop, room, sizes });
  const { groups, ranks, pays } = pickSalaries(counting, counts.records);
  const occupations = countOccupations(plan, { fileOf, stop, room, sizes });
  for (const file of opened.values()) file.close();
  const picked = [...groups].map((group, at) => [group, ranks[at] ?? 0, pays[at] ?? 0] as const);
  return {
    bins: counting.bins.bins.length,
    distribution: counts.distribution,
    totals: counts.totals,
    tally: counts.tally,
    occupations,
    picked: picked.toSorted(([a, rank], [b, other]) => a - b || rank - other),
  };
}

test.each([
  {},
  { uf: 'SP' },
  { secao: 'C', genero: 'F' },
  { cbo: '521110', movimentacao: 'todas' },
  { familiaCbo: '5211' },
])('%o is counted the same, however few lines are read at once', async (filters) => {
  const { bins: one, ...whole } = await countedBy(filters, {
    linesAtOnce: 1_000_000,
    linesOfBin: 1_000_000,
    linesToSearch: 1_000_000,
  });
  const { bins: many, ...parts } = await countedBy(filters, {
    linesAtOnce: 70,
    linesOfBin: 90,
    linesToSearch: 0,
  });
  // A single salary has a tenth of all lines, which is many times what is read at once.
  expect(one).toBeLessThan(4);
  expect(many).toBeGreaterThan(10);
  expect(parts).toEqual(whole);
});

test('the exclusions cancel lines, and the funnel tells them', async () => {
  const { method } = await answerSearch(SearchRequest.parse({ filters: {} }), prepared);
  expect(method.funnel[0]).toMatchObject({ step: 'selecao', remaining: 14_500 });
  expect(method.funnel[1]).toMatchObject({ step: 'serie', removed: 550 });
});
