import { expect, test } from 'vitest';
import { blockCoverage } from '../../tests/support/block-coverage.ts';
import { blockEffect, effectiveCount, type BlockSums } from './design-effect.ts';

const sumsOf = (blocks: readonly (readonly [records: number, below: number])[]): BlockSums => ({
  blocks: blocks.length,
  records: blocks.reduce((sum, [n]) => sum + n, 0),
  below: blocks.reduce((sum, [, c]) => sum + c, 0),
  recordsSquared: blocks.reduce((sum, [n]) => sum + n * n, 0),
  belowSquared: blocks.reduce((sum, [, c]) => sum + c * c, 0),
  products: blocks.reduce((sum, [n, c]) => sum + n * c, 0),
});
const times = (count: number, block: readonly [number, number]) =>
  Array.from({ length: count }, () => block);

test('blocks whose records are all on one side of the median count as one record each', () => {
  // 20 blocks of ten below, 20 of ten above: variance 40/39 · Σ 5² / 400² = 40/39 · 1000/160000.
  const sums = sumsOf([...times(20, [10, 10]), ...times(20, [10, 0])]);
  expect(blockEffect(sums)).toBeCloseTo(((40 / 39) * (1000 / 160_000)) / (0.25 / 400), 12);
});

test('blocks of one record each are independent', () => {
  const sums = sumsOf([...times(500, [1, 1]), ...times(500, [1, 0])]);
  expect(blockEffect(sums)).toBeCloseTo(1000 / 999, 12);
});

test('blocks that are all like the whole say no less than independent records', () => {
  expect(blockEffect(sumsOf(times(40, [10, 5])))).toBe(1);
});

test('with fewer than thirty blocks, or all on one side, the effect is unknown', () => {
  expect(blockEffect(sumsOf(times(29, [10, 5])))).toBeNull();
  expect(blockEffect(sumsOf(times(30, [10, 5])))).toBe(1);
  expect(blockEffect(sumsOf(times(40, [10, 10])))).toBeNull();
  expect(blockEffect(sumsOf(times(40, [10, 0])))).toBeNull();
});

test('the effective count is the count over the effect', () => {
  expect(effectiveCount(1391, 6.5)).toBe(214);
});

// `npm run bench -- intervals` plants 2,000 months for each plan.
test.each([
  { blocks: 120, largest: 20, common: 0.6 },
  { blocks: 300, largest: 8, common: 0.3 },
  { blocks: 400, largest: 1, common: 0 },
])('intervals of 95 %% hold the median of planted blocks %j', (plan) => {
  const { months, held, heldAsIndependent } = blockCoverage('blocks', 400, plan);
  // 95 % of 400 months, with three standard errors of 1.1 %.
  expect(held / months).toBeGreaterThan(0.917);
  expect(held / months).toBeLessThan(0.983);
  if (plan.common > 0) expect(heldAsIndependent / months).toBeLessThan(0.9);
});
