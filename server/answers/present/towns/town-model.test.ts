import { describe, expect, test } from 'vitest';
import { julyRelease } from '../../../../tests/support/july-release.ts';
import { rankedSalaries } from '../../../../tests/support/planted-towns.ts';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { resolveQuery } from '../../query/salary-query.ts';
import { townPredictor } from './estimate.ts';
import { areaOf, modelOf, townModel } from './town-model.ts';

const occupation = 521_110;

test('the spread comes from the quartiles, and grows with the design effect', () => {
  // Quartiles of R$ 1.000,00 and R$ 2.000,00: π/2 · (ln 2 / 1.349)².
  const pay = rankedSalaries([100_000, 100_000, 150_000, 200_000, 200_000]);
  const cells = Array.from({ length: 6 }, (_, at) => ({ occupation, municipality: at, pay }));
  expect(townModel(cells, 1)?.spread).toBeCloseTo(0.414712, 6);
  const equal = rankedSalaries(Array.from({ length: 8 }, () => 150_000));
  const alike = cells.map((cell) => ({ ...cell, pay: equal }));
  expect(townModel(alike, 1)?.spread).toBeCloseTo(0.0001, 12);
  const area = areaOf({ occupation, pay: equal }, 0.08, 2);
  expect(area).toEqual({ group: occupation, estimate: Math.log(150_000), variance: 0.02 });
});

const cellsOf = (records: number) =>
  Array.from({ length: 6 }, (_, at) => ({
    occupation,
    region: 3,
    state: 35,
    municipality: 350_001 + at,
    salaries: Uint32Array.from({ length: records }, () => 150_000 + 10_000 * at),
  }));

test('municipalities with five records are in the model', async () => {
  const query = resolveQuery(SearchFilters.parse({ cbo: '521110', uf: 'SP' }), julyRelease);
  const model = (records: number) =>
    modelOf(query, { family: 5211, state: 35 }, Promise.resolve(cellsOf(records)));
  expect(await model(5)).not.toBeNull();
  expect(await model(4)).toBeNull();
});

test('the groups of a model are the query’s occupations, or its whole family together', async () => {
  const other = cellsOf(6).map((cell) => ({ ...cell, occupation: 521_115 }));
  const cells = Promise.resolve([...other, ...cellsOf(5)]);
  const groupsOf = async (filters: object) => {
    const query = resolveQuery(SearchFilters.parse({ uf: 'SP', ...filters }), julyRelease);
    const model = await modelOf(query, { family: 5211, state: 35 }, cells);
    return [...(model?.areas.groups.keys() ?? [])];
  };
  expect(await groupsOf({ cbo: '521110' })).toEqual([521_110, 521_115]);
  expect(await groupsOf({ familiaCbo: '5211' })).toEqual([0]);
});

/** R$ 2.710,52, which is 0.3 above as a logarithm. */
const paid = (records: number) => rankedSalaries(Array.from({ length: records }, () => 271_052));

describe('an estimate', () => {
  /** R$ 2.008,00. */
  const mean = Math.log(200_800);
  const about = (groups: readonly (readonly [code: number, mean: number])[]) => ({
    model: {
      areas: {
        between: 0.04,
        expectedBetween: 0.04,
        varianceOfBetween: 0,
        groups: new Map(groups.map(([code, own]) => [code, { mean: own, variance: 0.01 }])),
      },
      spread: 0.08,
    },
    designEffect: 2,
    minRecords: 5,
    occupation,
  });
  const ofOccupation = about([[occupation, mean]]);

  test('weighs the municipality’s own records, and is rounded to R$ 10,00, its interval outwards', () => {
    // A variance of 0.08 · 2 / 8 = 0.02: a weight of 2/3, 0.2 above the mean, and an error of √(0.04 / 3 + 0.01 / 9).
    const predict = townPredictor(new Map([[1, paid(8)]]), undefined, ofOccupation);
    // R$ 2.452,58, from R$ 1.937,85 to R$ 3.104,02.
    expect(predict(1)).toEqual({ median: 2450, lower: 1930, upper: 3110, ownWeight: 0.67 });
  });

  const predictedWith = (records: number, state?: number) =>
    townPredictor(
      new Map([[1, paid(records)]]),
      state === undefined ? undefined : paid(state),
      ofOccupation,
    )(1);

  test('counts five records and not four, of the municipality and of its state', () => {
    // 0.04 / (0.04 + 0.032).
    expect(predictedWith(5).ownWeight).toBe(0.56);
    expect(predictedWith(4)).toMatchObject({ ownWeight: 0, median: 2010 });
    // The only municipality agrees with the median of the state.
    expect(predictedWith(5, 5).median).toBe(2710);
    expect(predictedWith(5, 4).median).toBe(predictedWith(5).median);
  });

  const predictedFrom = (...means: number[]) =>
    townPredictor(new Map(), undefined, about(means.map((own, at) => [at + 1, own])))(1);

  test('without the occupation is that of the family’s others, as far apart as they are', () => {
    // Means 0.2 apart have a variance of 0.02, times 1 + 1/2: an error of √(0.04 + 0.03).
    expect(predictedFrom(mean - 0.1, mean + 0.1)).toEqual({
      median: 2010,
      lower: 1190,
      upper: 3380,
      ownWeight: 0,
    });
    // A single one has the spread within a municipality: √(0.04 + 2 · 0.08).
    expect(predictedFrom(mean)).toMatchObject({ median: 2010, lower: 830, upper: 4830 });
  });
});
