import { expect, test } from 'vitest';
import { bandCoverage } from '../../tests/support/planted-delays.ts';
import { delaySteps, expectedChange, finalCount } from './chain-ladder.ts';

/** The triangle of Taylor and Ashe (1983), with the errors that Mack (1993) gives for it in table 2. */
const published = [
  [357848, 1124788, 1735330, 2218270, 2745596, 3319994, 3466336, 3606286, 3833515, 3901463],
  [352118, 1236139, 2170033, 3353322, 3799067, 4120063, 4647867, 4914039, 5339085],
  [290507, 1292306, 2218525, 3235179, 3985995, 4132918, 4628910, 4909315],
  [310608, 1418858, 2195047, 3757447, 4029929, 4381982, 4588268],
  [443160, 1136350, 2128333, 2897821, 3402672, 3873311],
  [396132, 1333217, 2180715, 2985752, 3691712],
  [440832, 1288463, 2419861, 3483130],
  [359480, 1421128, 2864498],
  [376686, 1363294],
  [344014],
];

test('gives the final counts and errors that Mack published', () => {
  const steps = delaySteps(published, 9) ?? [];
  const found = published.slice(1).map((counts) => {
    const [count, delay] = [counts.at(-1) ?? 0, counts.length - 1];
    const final = finalCount(steps, { count, delay });
    return [Math.round(final.count - count), Math.round(final.error / 1000)];
  });
  expect(found).toEqual([
    [94_634, 76],
    [469_511, 122],
    [709_638, 134],
    [984_889, 261],
    [1_419_459, 411],
    [2_177_641, 558],
    [3_920_301, 875],
    [4_278_972, 971],
    [4_625_811, 1363],
  ]);
});

test('has no steps before a month reached the last delay', () => {
  expect(delaySteps(published.slice(1), 9)).toBeNull();
  expect(delaySteps([], 12)).toBeNull();
});

test('has no steps where a step has no records before it', () => {
  expect(
    delaySteps(
      [
        [0, 0, 0],
        [0, 0],
      ],
      2,
    ),
  ).toBeNull();
  expect(
    delaySteps(
      [
        [100, 0, 0],
        [200, 0],
      ],
      2,
    ),
  ).toBeNull();
});

test('has no steps where the variance of none is known', () => {
  expect(delaySteps([[100, 110, 99], [200]], 2)).toBeNull();
});

test('a step that one month made varies like the steady one of the two before, with one degree of freedom', () => {
  // Over months 1 to 3 of the triangle: σ² of step 6 is 446.6, of step 7 1147.4; t is tan(π/2 · level).
  const steps = delaySteps(published, 9) ?? [];
  const interval = (count: number, delay: number, level: number) => {
    const { lower, upper } = expectedChange(steps, { count, delay }, level);
    return [lower, upper].map((share) => share.toFixed(6));
  };
  expect(interval(5_339_085, 8, 0.95)).toEqual(['-0.162037', '0.197487']);
  expect(interval(4_909_315, 7, 0.8)).toEqual(['0.019343', '0.171930']);
});

test('expects exactly the step that every month made', () => {
  const steps = delaySteps([[100, 110, 99], [200, 220], [50]], 2) ?? [];
  const { lower, upper } = expectedChange(steps, { count: 50, delay: 0 }, 0.95);
  expect([lower, upper].map((share) => share.toFixed(6))).toEqual(['-0.010000', '-0.010000']);
  expect(finalCount(steps, { count: 50, delay: 0 }).error).toBe(0);
});

test('a step that one month made has the ratio of the two variances before it, and in an interval the smaller one', () => {
  const steps = delaySteps(
    [
      [100, 110, 115, 115],
      [100, 90, 85],
    ],
    3,
  );
  // 100 · 0.1² twice is 2; 5² / 110 + 5² / 90 is 50/99; (50/99)² / 2.
  const [, , third] = steps ?? [];
  expect(steps?.map(({ variance }) => variance)).toEqual([
    expect.closeTo(2, 12),
    expect.closeTo(50 / 99, 12),
    expect.closeTo(1250 / 9801, 12),
  ]);
  expect(third).toMatchObject({ factor: 1, weight: 115, freedom: 0 });
  // t of one degree of freedom at 50 % is 1.
  const error = Math.sqrt((50 / 99) * (1 / 85 + 1 / 115));
  const { lower, upper } = expectedChange(steps ?? [], { count: 85, delay: 2 }, 0.5);
  expect([lower, upper]).toEqual([expect.closeTo(-error, 6), expect.closeTo(error, 6)]);
});

// Each step adds 50 · (1/100 + 1/100) = 1 to the squared relative error.
const stepOf = (freedom: number) => ({ factor: 1, variance: 50, weight: 100, freedom });

const freedomOf = (...freedoms: number[]) =>
  finalCount(freedoms.map(stepOf), { count: 100, delay: 0 }).freedom;

test('degrees of freedom join by Welch, and steps without their own vary together with the last that has them', () => {
  expect(freedomOf(5)).toBeCloseTo(5, 12);
  // 2² / (1/4 + 1/8) − 2.
  expect(freedomOf(2, 6)).toBeCloseTo(26 / 3, 12);
  // 3² / (1/4 + (1 + 2) / 8 + 1/8) − 2, and 4² / (1/4 + 1/8 + 3/8 + 5/8) − 2.
  expect(freedomOf(2, 6, 0)).toBeCloseTo(10, 12);
  expect(freedomOf(2, 6, 0, 0)).toBeCloseTo(16 / 1.375 - 2, 12);
});

test('its bands of 80 and 95 % hold as often as they state, on planted histories', () => {
  for (const months of [13, 30]) {
    const { bands, held80, held95 } = bandCoverage('test', 80, { months, spread: 0.004 });
    expect(bands).toBe(80 * 12);
    expect(held80 / bands).toBeGreaterThan(0.75);
    expect(held80 / bands).toBeLessThan(0.85);
    expect(held95 / bands).toBeGreaterThan(0.93);
    expect(held95 / bands).toBeLessThan(0.97);
  }
});
