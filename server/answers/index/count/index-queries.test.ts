import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../../tests/support/installation.ts';
import { oddLines } from '../../../../tests/support/odd-lines.ts';
import { officialFile } from '../../../../tests/support/official-file.ts';
import { preparedAnswering } from '../../../../tests/support/prepared-answering.ts';
import { SearchRequest, type AnswerWithoutReceipt } from '../../../../shared/contracts/search.ts';
import {
  answerSearch,
  engineBackend,
  type AnswerContext,
  type QueryBackend,
} from '../../present/answer.ts';
import { countGroups, countLines } from '../../query/engine/count-lines.ts';
import { withGroupsByEngine } from '../../present/answer.ts';
import type { CountedPay } from '../../query/engine/counted-pay.ts';
import { cellsInPlaces, payByTown } from '../../query/pay-cells.ts';
import { resolveQuery } from '../../query/salary-query.ts';
import { MonthFile } from '../format/month-file.ts';
import { MonthFiles } from '../build/month-files.ts';
import { indexPlan } from './index-plan.ts';
import { countShare, sharedCounting } from './count-share.ts';
import type { Sizes } from './line-buffer.ts';
import { countOccupations } from './occupation-groups.ts';

let installation: Installation;
let prepared: AnswerContext;

beforeAll(async () => {
  installation = await newInstallation();
  const june = oddLines('202306', 7_000);
  const july = oddLines('202307', 7_000);
  await installation.loadApproved(await officialFile('CAGEDMOV202306.txt', 'MOV', june));
  await installation.loadApproved(await officialFile('CAGEDMOV202307.txt', 'MOV', july));
  const late = oddLines('202306', 500).map((line) => ({
    ...line,
    declared_month: '202307',
    late: '1',
  }));
  await installation.loadApproved(await officialFile('CAGEDFOR202307.txt', 'FOR', late));
  const excluded = [...june.slice(0, 300), ...july.slice(0, 200), ...late.slice(0, 50)].map(
    (line) => ({
      ...line,
      exclusion_month: '202308',
      exclusion_indicator: '1',
    }),
  );
  await installation.loadApproved(await officialFile('CAGEDEXC202308.txt', 'EXC', excluded));
  prepared = await preparedAnswering(installation);
});
afterAll(() => installation.close());

const substanceOf = (answer: AnswerWithoutReceipt) => ({
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
  { cbo: '521110', municipios: ['350010'] },
  { cbos: ['521110', '411005'], municipios: ['350010', '330010'], raca: 3 },
  // Of no state, or of one that IBGE does not have.
  { municipios: ['100010'], metodo: 'bruto' },
  { cbo: '521110', municipios: ['999998'] },
  { cbo: '521110', municipios: ['000000'], metodo: 'bruto' },
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
    backend: { ...engineBackend, count: countLines },
  });
  const answer = await answerSearch(request, prepared);
  expect([answer.method.structure, byLines.method.structure]).toEqual(['ranked', 'lines']);
  expect(substanceOf(answer)).toEqual(substanceOf(byLines));
});

test('the municipalities of cells are as from the lines themselves, also unknown ones', async () => {
  const { warehouse, release, limits, backend } = prepared;
  const { filters } = SearchRequest.parse({ filters: { familiaCbo: '5211', metodo: 'bruto' } });
  const query = resolveQuery(filters, release);
  const townsBy = async ({ cells }: QueryBackend) => {
    const counted = await cells(warehouse, query, [33, 35], limits);
    const ofState = cellsInPlaces(counted, { region: null, uf: 35, municipalities: null });
    return new Map(
      [...payByTown(ofState)].map(([code, pay]) => [code, [pay.count, pay.salaryAt(1)]]),
    );
  };
  const towns = await townsBy(backend);
  expect([...towns.keys()].filter((code) => code > 999_999)).toHaveLength(1);
  expect(towns).toEqual(await townsBy(engineBackend));
});

const plain = ({ groups }: CountedPay) =>
  new Map([...groups('sex')].map(([key, { count, total }]) => [key, [count, total]]));

test('only a grouping that the files lack is queried on the engine', async () => {
  const { warehouse, release, backend, limits } = prepared;
  const { filters } = SearchRequest.parse({ filters: { cbo: '521110', genero: 'F' } });
  const query = resolveQuery(filters, release);
  const counted = await backend.count(warehouse, query, limits);
  const blind: CountedPay = {
    ...counted,
    groups: (name) => (name === 'sex' ? new Map() : counted.groups(name)),
  };
  const requested: unknown[] = [];
  const result = await withGroupsByEngine(blind, ['sex'], (names) => {
    requested.push(...names);
    return countGroups(warehouse, query, names, limits);
  });
  expect(plain(result)).toEqual(plain(counted));
  expect(plain(result).size).toBeGreaterThan(1);
  expect(result.groups('age')).toBe(counted.groups('age'));
  expect(requested).toEqual(['sex']);
});

/** A plan over the files of the installation's months. */
async function planOf(filters: object) {
  const { release } = prepared;
  const query = resolveQuery(SearchRequest.parse({ filters }).filters, release);
  const files = new MonthFiles(join(installation.folder, 'ranked'), installation.warehouse);
  await files.make(release, {});
  const plan = indexPlan(query, files.pathsOf(release));
  if (plan === null) throw new Error('A month has no file.');
  return plan;
}

test('a cancelled share leaves its port to the other thread closed', async () => {
  const { port1, port2 } = new MessageChannel();
  const closed = once(port2, 'close');
  const stop = Int32Array.of(1, 0);
  const reading = { stop, fileOf: (path: string) => new MonthFile(path) };
  const share = { index: 0, of: 2, other: port1 };
  const plan = await planOf({});
  expect(() => countShare(plan, reading, share)).toThrow('stopped');
  await closed;
});

/** The groups of a plan, counted with these batch sizes. */
async function countedBy(filters: object, sizes: Sizes) {
  const plan = await planOf(filters);
  const opened = new Map<string, MonthFile>();
  const fileOf = (path: string) => {
    const file = opened.get(path) ?? new MonthFile(path);
    opened.set(path, file);
    return file;
  };
  const stop = new Int32Array(1);
  const reading = { fileOf, stop, sizes };
  const { counting } = sharedCounting(plan, reading, { index: 0, of: 1 });
  const { distribution, totals, tally, picked } = countShare(plan, reading, {
    index: 0,
    of: 1,
    other: null,
  });
  const occupations = countOccupations(plan, reading);
  for (const file of opened.values()) file.close();
  const salaries = [...picked.keys()]
    .filter((at) => at % 3 === 0)
    .map((at) => picked.slice(at, at + 3));
  return {
    bins: counting.bins.bins.length,
    distribution,
    totals,
    tally,
    occupations,
    picked: salaries.toSorted(([a = 0, rank = 0], [b = 0, other = 0]) => a - b || rank - other),
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
  });
  const { bins: many, ...parts } = await countedBy(filters, {
    linesAtOnce: 70,
    linesOfBin: 90,
  });
  // A single salary has a tenth of all lines, which is many times the number of lines read at once.
  expect(one).toBeLessThan(4);
  expect(many).toBeGreaterThan(10);
  expect(parts).toEqual(whole);
  // Several bins at a time; picking reads some of them again, with others between them.
  const { bins: _, ...batches } = await countedBy(filters, {
    linesAtOnce: 2_000,
    linesOfBin: 40,
  });
  expect(batches).toEqual(whole);
});

test('the exclusions cancel lines, and the funnel counts them', async () => {
  const { method } = await answerSearch(SearchRequest.parse({ filters: {} }), prepared);
  expect(method.funnel[0]).toMatchObject({ step: 'selecao', remaining: 14_500 });
  expect(method.funnel[1]).toMatchObject({ step: 'serie', removed: 550 });
});
