import { expect, test } from 'vitest';
import { seededRandom } from './random.ts';
import { agreedPay, payInUnit, withDefects } from './synthetic-pay.ts';

test('writes monthly pay in its unit, by the official equivalents', () => {
  // 2,200.00 a month: 220 hours of 10.00; 30 days of 73.33; 5 weeks of 440.00; 2 fortnights of 1,100.00
  expect(payInUnit(220_000, 1, 4400)).toEqual({ monthly: 220_000, fixed: 1_000, unit: 1 });
  expect(payInUnit(220_000, 2, 4400)).toEqual({ monthly: 219_990, fixed: 7_333, unit: 2 });
  expect(payInUnit(220_000, 3, 4400)).toEqual({ monthly: 220_000, fixed: 44_000, unit: 3 });
  expect(payInUnit(220_000, 4, 4400)).toEqual({ monthly: 220_000, fixed: 110_000, unit: 4 });
  expect(payInUnit(220_001, 5, 4400)).toEqual({ monthly: 220_001, fixed: 220_001, unit: 5 });
});

test('pay heaps at the minimum wage and goes little below it', () => {
  const random = seededRandom('pay');
  const drawn = Array.from({ length: 10_000 }, () =>
    agreedPay(random, { level: 170_000, spread: 0.2, floor: 165_000, minimumWage: 162_100 }),
  );
  expect(drawn.filter((pay) => pay === 162_100).length).toBeGreaterThan(2_500);
  expect(drawn.filter((pay) => pay < 162_100).length).toBeLessThan(400);
  expect(drawn.filter((pay) => pay < 162_100 * 0.75)).toEqual([]);
  expect(drawn.every(Number.isInteger)).toBe(true);
});

test('defects come in about the shares of the official files', () => {
  const random = seededRandom('defects');
  const pay = { monthly: 200_000, fixed: 200_000, unit: 5 };
  const lines = 100_000;
  const drawn = Array.from({ length: lines }, () => withDefects(random, pay));
  const share = (isSo: (monthly: number | null) => boolean) =>
    drawn.filter(({ monthly }) => isSo(monthly)).length / lines;
  expect(share((monthly) => monthly === null)).toBeCloseTo(1528 / 30_821, 2);
  expect(share((monthly) => monthly === 0)).toBeCloseTo(734 / 30_821, 2);
  expect(share((monthly) => monthly === 1)).toBeCloseTo(728 / 30_821, 2);
  expect(share((monthly) => (monthly ?? 0) > 150 * 162_100)).toBeCloseTo(20 / 30_821, 3);
  expect(drawn.every(({ monthly, unit }) => (monthly === null) === (unit === 99))).toBe(true);
});
