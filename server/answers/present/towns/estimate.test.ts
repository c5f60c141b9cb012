import { expect, test } from 'vitest';
import { newInstallation } from '../../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../../tests/support/official-file.ts';
import {
  plantedLevel,
  plantedSalaries,
  rankedSalaries,
} from '../../../../tests/support/planted-towns.ts';
import { normal, seededRandom } from '../../../../tests/support/random.ts';
import { preparedAnswering } from '../../../../tests/support/prepared-answering.ts';
import { SearchRequest } from '../../../../shared/contracts/search.ts';
import { countLines } from '../../query/engine/count-lines.ts';
import { answerSearch, engineBackend } from '../answer.ts';
import { allMunicipalities } from '../../../reference/places.ts';
import { townPredictor } from './estimate.ts';
import { townModel } from './town-model.ts';

const spread = { within: 0.3, between: 0.08 };
const occupation = 521_110;
const minRecords = 5;

/** Predicts the municipalities of a planted state from the records that each has. */
function predictorOf(towns: ReadonlyMap<number, readonly number[]>) {
  const ranked = new Map([...towns].map(([code, salaries]) => [code, rankedSalaries(salaries)]));
  const cells = [...ranked]
    .filter(([, pay]) => pay.count >= minRecords)
    .map(([municipality, pay]) => ({ occupation, municipality, pay }));
  const model = townModel(cells, 1);
  if (model === null) throw new Error('There is no model.');
  const state = rankedSalaries([...towns.values()].flat());
  const about = { model, designEffect: 1, minRecords, occupation };
  return { model, state, ranked, predict: townPredictor(ranked, state, about) };
}

/** Each second municipality keeps 5 % of its records, the others all. */
const isSmall = (code: number) => code % 2 === 0;
const medianOf = (salaries: readonly number[]) =>
  salaries.toSorted((a, b) => a - b)[Math.floor(salaries.length / 2)] ?? 0;

// `npm run bench -- towns` hides records of synthetic months and asks the whole product.
test('hidden records: the error is at least 30 % below that of the small median, and 95 % intervals hold', () => {
  const random = seededRandom('hidden towns');
  const squares = { direct: 0, estimate: 0 };
  let [held, trials] = [0, 0];
  for (let state = 0; state < 60; state++) {
    const full = new Map(
      Array.from({ length: 40 }, (_, at) => [
        310_000 + at,
        plantedSalaries(random, plantedLevel(random, spread), spread, 400),
      ]),
    );
    const left = new Map(
      [...full].map(([code, salaries]) => [code, isSmall(code) ? salaries.slice(0, 20) : salaries]),
    );
    const { predict } = predictorOf(left);
    for (const [code, salaries] of full) {
      if (!isSmall(code)) continue;
      const truth = medianOf(salaries) / 100;
      const { median, lower, upper } = predict(code);
      squares.direct += Math.log(medianOf(left.get(code) ?? []) / 100 / truth) ** 2;
      squares.estimate += Math.log(median / truth) ** 2;
      held += Number(lower <= truth && truth <= upper);
      trials += 1;
    }
  }
  expect(Math.sqrt(squares.estimate / squares.direct)).toBeLessThan(0.7);
  expect(held / trials).toBeGreaterThan(0.93);
  expect(held / trials).toBeLessThan(0.97);
});

test('the predictions of the municipalities agree with the median of the state', () => {
  const random = seededRandom('benchmark');
  const towns = new Map(
    [3, 7, 12, 25, 40, 90, 200, 0, 1].map((records, at) => [
      310_000 + at,
      plantedSalaries(random, plantedLevel(random, spread), spread, records),
    ]),
  );
  const { predict, state, ranked } = predictorOf(towns);
  const records = [...ranked.values()].reduce((sum, { count }) => sum + count, 0);
  const mean = [...ranked].reduce(
    (sum, [code, { count }]) => sum + count * Math.log(predict(code).median * 100),
    0,
  );
  const median = rankedMiddle(state);
  // Estimates are rounded to ten reais.
  expect(Math.exp(mean / records) / median).toBeCloseTo(1, 2);
});

const rankedMiddle = ({ count, salaryAt }: ReturnType<typeof rankedSalaries>) =>
  (salaryAt(Math.ceil(count / 2)) + salaryAt(Math.floor(count / 2) + 1)) / 2;

test('fewer than five records have no weight, and more of them have more', () => {
  const random = seededRandom('weights');
  const towns = new Map(
    [0, 4, 6, 25, 400, 400, 400, 400, 400, 400].map((records, at) => [
      310_000 + at,
      plantedSalaries(random, Math.log(200_000) + 0.2 * normal(random), spread, records),
    ]),
  );
  const { predict } = predictorOf(towns);
  const weights = [0, 1, 2, 3].map((at) => predict(310_000 + at).ownWeight);
  expect(weights[0]).toBe(0);
  expect(weights[1]).toBe(0);
  expect(weights[2]).toBeGreaterThan(0.1);
  expect(weights[3]).toBeGreaterThan(weights[2] ?? 1);
  expect(predict(310_001)).toEqual(predict(310_000));
});

/** Lines of a municipality, with salaries in reais around a level. */
const lines = (municipality: string, level: number, count: number): LineFields[] =>
  Array.from({ length: count }, (_, at) => ({
    municipality,
    salary: `${Math.round(level * (0.8 + (at % 5) / 10))},00`,
  }));

test('records of other states do not move the estimate of a municipality', async () => {
  const [small, ...others] = allMunicipalities()
    .map(({ code }) => code)
    .filter((code) => code.startsWith('35'));
  if (small === undefined) throw new Error('The state has no municipality.');
  const inState = [
    ...lines(small, 2000, 8),
    ...others.slice(0, 12).flatMap((town, at) => lines(town, 1500 + 100 * at, 40)),
    ...lines(others[12] ?? '', 1800, 30),
    ...lines(others[13] ?? '', 1800, 29),
    ...lines(others[14] ?? '', 1800, 5),
  ];
  const elsewhere = lines('315180', 5000, 900).map((line) => ({ ...line, uf: '31' }));
  const installation = await newInstallation();
  const all = [...inState, ...elsewhere];
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', all));
  const request = SearchRequest.parse({ filters: { cbo: '521110', municipios: [small] } });
  const prepared = await preparedAnswering(installation);
  const byIndex = await answerSearch(request, prepared);
  const byEngine = await answerSearch(request, {
    ...prepared,
    backend: { ...engineBackend, count: countLines },
  });
  const estimateOf = async (filters: object) =>
    (await answerSearch(SearchRequest.parse({ filters }), prepared)).estimate?.records ?? null;
  // Thirty records have a figure of their own. Only one occupation or one family, in one municipality, has an estimate.
  const places = { cbo: '521110', municipios: [small] };
  const estimated = await Promise.all(
    [
      { ...places, municipios: [others[12]] },
      { ...places, municipios: [others[13]] },
      { ...places, salarioMin: 100 },
      { ...places, salarioMax: 90_000 },
      { municipios: [small], cbos: ['521110'], familiaCbo: '5211' },
      { ...places, municipios: [small, others[14]] },
      { cbo: '521110', uf: 'RJ' },
      { municipios: [small], cbos: ['521110', '521115'] },
      { municipios: [small], cbos: ['521110', '411005'] },
      { municipios: [small], familiaCbo: '5211' },
    ].map(estimateOf),
  );
  await installation.close();
  expect(byIndex.estimate?.records).toBe(8);
  expect(byEngine.estimate).toEqual(byIndex.estimate);
  expect(estimated).toEqual([null, 29, null, null, null, null, null, null, null, 8]);
});
