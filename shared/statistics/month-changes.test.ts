import { describe, expect, test } from 'vitest';
import { falseAlerts, plantedChanges } from '../../tests/support/planted-months.ts';
import { pairsBeyondChance, testPair, type MonthPair } from './month-changes.ts';

/** Salaries in centavos with their counts. */
const month = (counts: Readonly<Record<number, number>>) => ({
  centavos: Object.keys(counts).map(Number),
  counts: Object.values(counts),
});
const pair = (before: Record<number, number>, now: Record<number, number>, designEffect = 1) => ({
  before: month(before),
  now: month(now),
  designEffect,
});

const reported = (pairs: readonly MonthPair[]) =>
  pairsBeyondChance(pairs.map((one) => testPair(one, null)));

describe('the change of a month', () => {
  test('compares the shares up to the joint median', () => {
    // The joint median is R$ 1.600: 60 of 100 and 40 of 100 are below it, z = 0.2 / √(0.25 · 0.02) = 2.83.
    const moved = pair({ 150_000: 60, 170_000: 40 }, { 150_000: 40, 170_000: 60 });
    const { medians, chance } = testPair(moved, null);
    expect(medians).toEqual({ before: 150_000, now: 170_000 });
    expect(chance).toBeCloseTo(0.0047, 4);
    expect(reported([moved])).toEqual([true]);
    // With a design effect of 3, z = 1.63.
    expect(reported([{ ...moved, designEffect: 3 }])).toEqual([false]);
    // One of 25 that are tested together needs p ≤ 0.002.
    const same = pair({ 150_000: 50, 170_000: 50 }, { 150_000: 50, 170_000: 50 });
    expect(reported([moved, ...Array.from({ length: 24 }, () => same)])).not.toContain(true);
    // A median between two salaries is halfway.
    expect(testPair(same, null).medians).toEqual({ before: 160_000, now: 160_000 });
  });

  test('finds a joint median above all salaries of one of the months', () => {
    // Up to R$ 2.000 are all 30 and 60 of 120: z = 0.5 / √(0.6 · 0.4 · (1/30 + 1/120)) = 5.
    const moved = pair({ 100_000: 30 }, { 100_000: 25, 200_000: 35, 250_000: 60 });
    for (const { before, now, designEffect } of [
      moved,
      { ...moved, before: moved.now, now: moved.before },
    ])
      expect(testPair({ before, now, designEffect }, null).chance).toBeCloseTo(5.733e-7, 10);
  });

  test('is none where the median stays, although fewer records have it', () => {
    // z = 0.2 / √(0.62 · 0.38 · 0.02) = 2.91.
    const same = pair({ 150_000: 72, 170_000: 28 }, { 150_000: 52, 170_000: 48 });
    expect(testPair(same, null).chance).toBeLessThan(0.01);
    expect(reported([same])).toEqual([false]);
  });

  test('needs 30 effective records in each month', () => {
    const few = pair({ 150_000: 29 }, { 170_000: 60 });
    expect(testPair(few, { before: 150_000, now: 170_000 })).toEqual({
      medians: null,
      chance: 1,
      followsMinimumWage: false,
    });
    const enough = pair({ 150_000: 30 }, { 170_000: 60 });
    // One that is not tested leaves the others their full 5 %.
    expect(reported([few, enough])).toEqual([false, true]);
    // z = 0.14 / √(0.25 · 0.02) = 1.98: 4.8 % by chance.
    const nearly = pair({ 150_000: 57, 170_000: 43 }, { 150_000: 43, 170_000: 57 });
    expect(reported([few, nearly])).toEqual([false, true]);
    expect(testPair({ ...enough, designEffect: 1.1 }, null).medians).toBeNull();
    expect(reported([])).toEqual([]);
  });

  test('of two months with one salary is none', () => {
    const equal = pair({ 150_000: 40 }, { 150_000: 60 });
    expect(testPair(equal, null)).toMatchObject({ chance: 1 });
  });

  test('is the minimum wage’s where salaries that rose with it would explain it', () => {
    const wages = { before: 151_800, now: 162_100 };
    const atMinimum = pair({ 151_800: 80, 200_000: 20 }, { 162_100: 78, 213_570: 22 });
    const beyondIt = pair({ 151_800: 80, 200_000: 20 }, { 162_100: 20, 250_000: 80 });
    expect(reported([atMinimum, beyondIt])).toEqual([true, true]);
    expect(testPair(atMinimum, wages).followsMinimumWage).toBe(true);
    expect(testPair(beyondIt, wages).followsMinimumWage).toBe(false);
    // 56 and 45 of 100 at the minimum wage, z = 0.11 / √(0.505 · 0.495 · 0.02) = 1.56: 12 % by chance. Not with 36: 0.5 %.
    const withShare = (now: number) =>
      testPair(pair({ 151_800: 56, 200_000: 44 }, { 162_100: now, 213_570: 100 - now }), wages)
        .followsMinimumWage;
    expect([45, 36].map(withShare)).toEqual([true, false]);
    const unchanged = { before: 151_800, now: 151_800 };
    expect(testPair(atMinimum, unchanged).followsMinimumWage).toBe(false);
  });
});

test('of null months at most about 5 % have an alert, and planted changes are found', () => {
  expect(falseAlerts('test', 60)).toBeLessThanOrEqual(7);
  const { recall, falseDiscoveries } = plantedChanges('test', 10, 1.15);
  expect(recall).toBeGreaterThan(0.7);
  expect(falseDiscoveries).toBeLessThan(0.1);
});

test('an unchanged minimum wage explains nothing', () => {
  const same = pair({ 150_000: 60, 170_000: 40 }, { 150_000: 60, 170_000: 40 });
  expect(testPair(same, { before: 150_000, now: 150_000 }).followsMinimumWage).toBe(false);
});
