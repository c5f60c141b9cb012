import { expect, test } from 'vitest';
import { fitAreas, predictedArea, type Area } from './fay-herriot.ts';

const area = (group: number, estimate: number, variance: number): Area => ({
  group,
  estimate,
  variance,
});

test('areas of equal variance: the variance between them is their sample variance less the sampling variance', () => {
  const estimates = [7.1, 7.4, 7.2, 7.9, 7.3, 7.6];
  const mean = estimates.reduce((sum, one) => sum + one, 0) / 6;
  const sample = estimates.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 5;
  const model = fitAreas(estimates.map((one) => area(1, one, 0.02)));
  expect(model?.between).toBeCloseTo(sample - 0.02, 12);
  expect(model?.groups.get(1)?.mean).toBeCloseTo(mean, 12);
  expect(model?.groups.get(1)?.variance).toBeCloseTo(sample / 6, 12);
  // Information of n areas of equal variance V: (n − 1) / 2V².
  expect(model?.varianceOfBetween).toBeCloseTo((2 * sample ** 2) / 5, 12);
});

test('areas that differ less than their sampling variance have no variance between them, but an uncertain one', () => {
  const model = fitAreas([7.1, 7.11, 7.12, 7.13, 7.14, 7.15].map((one) => area(1, one, 0.1)));
  if (model === null) throw new Error('There is no model.');
  expect(model.between).toBe(0);
  expect(model.expectedBetween).toBeGreaterThan(0.01);
  const prior = { mean: 7.125, variance: 0.1 / 6 };
  const own = predictedArea(model, { direct: { estimate: 8, variance: 0.1 }, prior });
  expect(own).toMatchObject({ value: 7.125, ownWeight: 0 });
  expect(own.meanSquaredError).toBeGreaterThan(0.1 / 6);
});

test('a prediction is between the direct estimate and the mean, nearer to the one with less variance', () => {
  const areas = [7, 7.2, 7.4, 7.6, 7.8, 8].map((one) => area(1, one, 0.01));
  const model = fitAreas(areas);
  const prior = model?.groups.get(1);
  if (model === null || prior === undefined) throw new Error('There is no model.');
  const predicted = (variance: number) =>
    predictedArea(model, { direct: { estimate: 8, variance }, prior });
  expect(predicted(0.000_1).value).toBeGreaterThan(7.99);
  expect(predicted(10).value).toBeLessThan(7.52);
  expect(predicted(model.between)).toMatchObject({ ownWeight: 0.5 });
  expect(predicted(model.between).value).toBeCloseTo((8 + prior.mean) / 2, 12);
  const without = predictedArea(model, { direct: null, prior });
  expect(without).toMatchObject({ value: prior.mean, ownWeight: 0 });
  expect(without.meanSquaredError).toBe(model.expectedBetween + prior.variance);
  expect(predicted(0.05).meanSquaredError).toBeLessThan(without.meanSquaredError);
});

test('the mean squared error has the uncertainty of the area, of its group and of the variance between areas', () => {
  const model = { between: 0.04, expectedBetween: 0.06, varianceOfBetween: 0.001 };
  const own = predictedArea(model, {
    direct: { estimate: 8, variance: 0.02 },
    prior: { mean: 7, variance: 0.005 },
  });
  // Weights of 0.04 / 0.06 and, for the error, 0.06 / 0.08: 0.75 · 0.02 + 0.25² · 0.005 + 2 · 0.02² · 0.001 / 0.08³.
  expect(own.ownWeight).toBeCloseTo(2 / 3, 12);
  expect(own.value).toBeCloseTo(23 / 3, 12);
  expect(own.meanSquaredError).toBeCloseTo(0.015 + 0.0003125 + 0.0015625, 12);
});

test('the expected variance between areas is the mean of its restricted likelihood', () => {
  // With n areas of sampling variance D and squares S about their mean, the likelihood of V = between + D is
  // V^(−(n − 1) / 2) · e^(−S / 2V). Its mean over all V is S / (n − 5): here the squares of −5, −4.9, …, 5 are 858.5.
  const many = Array.from({ length: 101 }, (_, at) => area(1, (at - 50) / 10, 0.001));
  expect(fitAreas(many)?.expectedBetween).toBeCloseTo(858.5 / 96 - 0.001, 4);
  // Six equal areas: V^(−5/2) from D = 0.1 to ten standard errors of √(2 / 5) · 0.1 above.
  const highest = 0.1 + Math.sqrt(0.4);
  const equal = fitAreas(Array.from({ length: 6 }, () => area(1, 7, 0.1)));
  expect(equal?.expectedBetween).toBeCloseTo(
    (3 * (0.1 ** -0.5 - highest ** -0.5)) / (0.1 ** -1.5 - highest ** -1.5) - 0.1,
    6,
  );
});

test('groups have their own means and a common variance; too few areas have no model', () => {
  const one = [1, 2, 3].map((at) => area(1, 7 + at / 10, 0.001));
  const other = [1, 2, 3].map((at) => area(2, 9 + at / 10, 0.001));
  expect(fitAreas([...one, ...other])).toBeNull();
  const more = [area(2, 9.15, 0.001), area(1, 7.25, 0.001)];
  const model = fitAreas([...one, ...other, ...more]);
  expect(model?.groups.get(1)?.mean).toBeCloseTo(7.2125, 2);
  expect(model?.groups.get(2)?.mean).toBeCloseTo(9.1875, 2);
  expect(model?.between).toBeLessThan(0.02);
});
