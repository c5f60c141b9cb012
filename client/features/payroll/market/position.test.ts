import { describe, expect, test } from 'vitest';
import { withRanks } from '../../../../shared/statistics/percentile.ts';
import { percentileText, progressText } from './payroll-words.ts';
import {
  atMarketHours,
  atOwnHours,
  comparePay,
  midRank,
  plausiblePay,
  referenceAmount,
  wageInForce,
} from './position.ts';

// Ten records: 1 × 1.000,00, 4 × 2.000,00, 5 × 3.000,00.
const market = withRanks({ centavos: [100_000, 200_000, 300_000], counts: [1, 4, 5] });

describe('mid-rank percentile', () => {
  test.each([
    // None below, none equal.
    [99_999, 0],
    // None below, one equal: half of one, of ten.
    [100_000, 50],
    [150_000, 100],
    // One below and half of the four equal ones: three of ten.
    [200_000, 300],
    [250_000, 500],
    // Five below and half of the five equal ones.
    [300_000, 750],
    [300_001, 1000],
  ])('of %i centavos is %i tenths', (centavos, tenths) => {
    expect(midRank(market, centavos)).toBe(tenths);
  });

  test('is rounded once: 113 below of 260 are 43,46 %', () => {
    const many = withRanks({ centavos: [1, 3], counts: [113, 147] });
    expect(percentileText(midRank(many, 2) ?? 0)).toBe('P43');
  });

  test('is none without records', () => {
    expect(midRank(withRanks({ centavos: [], counts: [] }), 1)).toBeNull();
  });
});

describe('hours', () => {
  test.each([
    // 1.800,00 in 36 hours are 2.200,00 in 44.
    [180_000, 3600, 220_000],
    // 2.000,01 in 42: 2.095,2486.
    [200_001, 4200, 209_525],
    [123_457, 4400, 123_457],
  ])('%i in %i are %i in 44', (centavos, hours, same) => {
    expect(atMarketHours(centavos, hours)).toBe(same);
  });

  test('an amount for 44 hours is converted to fewer hours in proportion', () => {
    expect(atOwnHours(220_000, 2000)).toBe(100_000);
    expect(atOwnHours(220_001, 2000)).toBe(100_000);
    expect(atOwnHours(220_000, 4400)).toBe(220_000);
  });
});

describe('pay compared with an amount', () => {
  test('below it, by as much as it costs to raise', () => {
    // The median of ten is between the fifth and the sixth: 2.500,00.
    expect(referenceAmount({ kind: 'percentil', tenThousandths: 5000 }, market)).toBe(250_000);
    expect(comparePay({ centavos: 200_000, hours: 4400 }, 250_000)).toEqual({
      ratio: 800,
      distance: -50_000,
      cost: 50_000,
    });
  });

  test('above it costs nothing', () => {
    expect(comparePay({ centavos: 300_000, hours: 4400 }, 250_000)).toEqual({
      ratio: 1200,
      distance: 50_000,
      cost: 0,
    });
  });

  test('of fewer hours is held against as many: 20 of 44 of 2.500,00 are 1.136,36', () => {
    expect(comparePay({ centavos: 100_000, hours: 2000 }, 250_000)).toEqual({
      ratio: 880,
      distance: -13_636,
      cost: 13_636,
    });
  });

  test('is rounded once: 1.000,00 of 1.348,69 are 74,146 %', () => {
    expect(comparePay({ centavos: 100_000, hours: 4400 }, 134_869).ratio).toBe(741);
  });

  test('a floor is the same in every cell', () => {
    expect(referenceAmount({ kind: 'piso', centavos: 151_800 }, market)).toBe(151_800);
  });
});

test('the minimum wage is the one in force, not the next year’s that is known already', () => {
  const known = { source: 'Decreto', isBuiltIn: false };
  const wages = [
    { from: '202701', to: null, value: 1700.55, ...known },
    { from: '202601', to: '202612', value: 1621, ...known },
  ];
  expect(wageInForce(wages, new Date('2026-12-28T12:00:00Z'))).toBe(162_100);
  expect(wageInForce(wages, new Date('2027-01-04T12:00:00Z'))).toBe(170_055);
});

test('the minimum wage is in whole centavos, although 1024.09 · 100 is 102408.99999999999', () => {
  const wage = { from: '202001', to: null, value: 1024.09, source: 'Decreto', isBuiltIn: false };
  expect(wageInForce([wage], new Date('2026-12-28T12:00:00Z'))).toBe(102_409);
  expect(wageInForce([wage], new Date('2019-12-28T12:00:00Z'))).toBeUndefined();
});

test('plausible pay is 0.3 to 150 minimum wages: a fraction of a centavo is not enough', () => {
  // 0.3 · 1.518,00 = 455,40; 0.3 · 1.412,01 = 423,603.
  expect(plausiblePay(151_800)).toEqual({ from: 45_540, to: 22_770_000 });
  expect(plausiblePay(141_201)).toEqual({ from: 42_361, to: 21_180_150 });
});

test('the progress of the market agrees with its number, which has a separator of thousands', () => {
  expect(progressText({ done: 0, all: 1 })).toBe('0 de 1\u00a0mercado');
  expect(progressText({ done: 1200, all: 1312 })).toBe('1.200 de 1.312\u00a0mercados');
});
