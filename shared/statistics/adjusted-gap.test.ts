import { describe, expect, test } from 'vitest';
import { gapCoverage } from '../../tests/support/gap-coverage.ts';
import { cellsOf, syntheticMonth } from '../../tests/support/synthetic-pay.ts';
import type { GapParts } from '../contracts/equality.ts';
import { GapTally, widenedBounds, type AdjustedGap } from './adjusted-gap.ts';
import { meanCentavos, noSums, sumsOf, type PayCell } from './pay-ratio.ts';

const cell = (women: number[], men: number[]): PayCell => ({
  women: women.length === 0 ? noSums : sumsOf(women),
  men: men.length === 0 ? noSums : sumsOf(men),
});

function gapOf(cells: Iterable<PayCell>): AdjustedGap {
  const tally = new GapTally();
  for (const one of cells) tally.add(one);
  if (tally.gap === null) throw new Error('There are no women or no men.');
  return tally.gap;
}

function comparedOf(cells: Iterable<PayCell>) {
  const { compared } = gapOf(cells);
  if (compared === null) throw new Error('No one can be compared.');
  return compared;
}

const reach = 1.959963984540054;

const varianceOfMean = (salaries: number[]) => {
  const mean = salaries.reduce((sum, salary) => sum + salary) / salaries.length;
  const squares = salaries.reduce((sum, salary) => sum + (salary - mean) ** 2, 0);
  return squares / (salaries.length - 1) / salaries.length;
};

describe('by hand', () => {
  // Compared: cells of 3 women and 1 man, and of 1 woman and 2 men. Not compared: one of one man, one of two women.
  const cells = [
    cell([900, 1000, 1100], [1200]),
    cell([2000], [2000, 2400]),
    cell([], [5000]),
    cell([300, 500], []),
  ];

  test('means, shares and what adds up', () => {
    const { raw } = gapOf(cells);
    // Women 5,800 / 6 = 966.67, men 10,600 / 4 = 2,650.
    expect(raw.difference).toBe(967 - 2650);
    expect(raw.ratio).toBeCloseTo(5800 / 6 / 2650, 12);
    const compared = comparedOf(cells);
    expect(compared).toMatchObject({ cells: 2, women: 4, men: 3 });
    // Compared women 5,000 / 4 = 1,250; compared men 5,600 / 3 = 1,866.67.
    expect(compared.outsideWomen).toBe(967 - 1250);
    expect(compared.outsideMen).toBe(1867 - 2650);
    // Men of women's cells: (3 × 1,200 + 2,200) / 4 = 1,450.
    expect(compared.matching.remainder.difference).toBe(1250 - 1450);
    expect(compared.matching.remainder.ratio).toBeCloseTo(1250 / 1450, 12);
    expect(compared.matching.composition).toBe(1450 - 1867);
    // Women of men's cells: (1,000 + 2 × 2,000) / 3 = 1,666.67; (−200 + 1,667 − 1,867) / 2 = −200.
    expect(compared.decomposition.remainder.difference).toBe(-200);
    expect(compared.decomposition.composition).toBe(1250 - 1867 + 200);
  });

  test('intervals', () => {
    const { raw, compared } = gapOf(cells);
    const women = [900, 1000, 1100, 2000, 300, 500];
    const men = [1200, 2000, 2400, 5000];
    const error = Math.sqrt(varianceOfMean(women) + varianceOfMean(men));
    expect(raw.interval?.lower).toBeCloseTo(5800 / 6 - 2650 - reach * error, 6);
    expect(raw.interval?.upper).toBeCloseTo(5800 / 6 - 2650 + reach * error, 6);
    // Relative squares within cells: women (20,000 / 1,000² + 20,000 / 400²) / 3, men 80,000 / 2,200².
    const ofWomen = (0.02 + 0.125) / 3;
    const ofMen = 80_000 / 2200 ** 2;
    const varianceOfWomen =
      (9 * ((20_000 + ofWomen * 1000 ** 2) / 3 / 3) + ofWomen * 2000 ** 2) / 16;
    const varianceOfMen = (9 * ofMen * 1200 ** 2 + (80_000 + ofMen * 2200 ** 2) / 2 / 2) / 16;
    const remainder = compared?.matching.remainder;
    const half = reach * Math.sqrt(varianceOfWomen + varianceOfMen);
    expect(remainder?.interval?.lower).toBeCloseTo(-200 - half, 6);
    expect(remainder?.interval?.upper).toBeCloseTo(-200 + half, 6);
    const ratio = 1250 / 1450;
    const ofRatio = (reach * Math.sqrt(varianceOfWomen + ratio ** 2 * varianceOfMen)) / 1450;
    expect(remainder?.ratioInterval?.upper).toBeCloseTo(ratio + ofRatio, 9);
    // With both sexes' shares the cells weigh 3/8 + 1/6 = 13/24 and 1/8 + 2/6 = 11/24.
    const [first, second] = [(13 / 24) ** 2, (11 / 24) ** 2];
    const variance =
      (first * (20_000 + ofWomen * 1000 ** 2)) / 9 +
      second * ofWomen * 2000 ** 2 +
      first * ofMen * 1200 ** 2 +
      (second * (80_000 + ofMen * 2200 ** 2)) / 4;
    const interval = compared?.decomposition.remainder.interval;
    expect(interval?.lower).toBeCloseTo(-200 - reach * Math.sqrt(variance), 6);
    expect(interval?.upper).toBeCloseTo(-200 + reach * Math.sqrt(variance), 6);
  });

  test('cells with one woman each have the spread of the men, and the reverse', () => {
    // Men 1,900 and 2,100: 20,000 / 2,000² = 0.005. The woman's variance is 0.005 · 1,000², the men's mean has
    // (20,000 + 0.005 · 2,000²) / 2 / 2.
    const half = reach * Math.sqrt(5000 + 10_000);
    const few = comparedOf([cell([1000], [1900, 2100])]).matching.remainder.interval;
    expect(few?.lower).toBeCloseTo(-1000 - half, 6);
    const reverse = comparedOf([cell([1900, 2100], [1000])]).matching.remainder.interval;
    expect(reverse?.upper).toBeCloseTo(1000 + half, 6);
  });

  test('what cannot be stated is not', () => {
    for (const one of [cell([], []), cell([1000], []), cell([], [1000])]) {
      const tally = new GapTally();
      tally.add(one);
      expect(tally.gap).toBeNull();
    }
    const apart = gapOf([cell([1000], []), cell([], [2000])]);
    expect(apart.compared).toBeNull();
    expect(apart.raw).toMatchObject({ difference: -1000, ratio: 0.5, interval: null });
    // One salary has no variance, on either side.
    for (const one of [cell([1000], [2000, 3000]), cell([1000, 2000], [3000])])
      expect(gapOf([one]).raw.interval).toBeNull();
    const single = comparedOf([cell([1000], [2000])]);
    expect(single.matching.remainder).toMatchObject({ difference: -1000, interval: null });
  });

  test('equal pay in every cell leaves nothing, whatever the composition', () => {
    const { raw, compared } = gapOf([
      cell([1000, 1000, 1000], [1000]),
      cell([3000], [3000, 3000, 3000]),
    ]);
    expect(raw.difference).toBe(-1000);
    for (const parts of [compared?.matching, compared?.decomposition]) {
      expect(parts).toMatchObject({ composition: -1000, remainder: { difference: 0, ratio: 1 } });
      expect(parts?.remainder.interval).toEqual({ lower: 0, upper: 0 });
    }
  });

  test('records of a design effect of 4 carry a quarter of the information: twice the width', () => {
    expect(widenedBounds({ lower: 90, upper: 110 }, 4)).toEqual({ lower: 80, upper: 120 });
  });

  test('a half centavo is brought away from zero', () => {
    expect(meanCentavos(sumsOf([1, 2]))).toBe(2);
    expect(meanCentavos(sumsOf([1, 1, 2]))).toBe(1);
  });
});

const months = Array.from(
  { length: 40 },
  (_, month) =>
    syntheticMonth(`properties ${month}`, {
      cells: 5 + 7 * month,
      lines: 40 + 20 * month,
      remainder: month % 3 === 0 ? 0 : 0.03,
    }).lines,
);
const partsOf = (
  { outsideWomen, outsideMen }: NonNullable<AdjustedGap['compared']>,
  own: GapParts,
) => own.composition + own.remainder.difference + outsideWomen + outsideMen;

test('composition and remainder are the raw difference, to the centavo', () => {
  for (const lines of months) {
    const { raw, compared } = gapOf(cellsOf(lines).values());
    if (compared === null) throw new Error('No one can be compared.');
    expect(partsOf(compared, compared.matching)).toBe(raw.difference);
    expect(partsOf(compared, compared.decomposition)).toBe(raw.difference);
  }
});

test('with the sexes swapped every symmetric figure is its negative', () => {
  for (const lines of months) {
    const cells = [...cellsOf(lines).values()];
    const swapped = cells.map(({ women, men }) => ({ women: men, men: women }));
    const [gap, other] = [gapOf(cells), gapOf(swapped)];
    const [own, its] = [comparedOf(cells), comparedOf(swapped)];
    expect(other.raw.difference).toBe(-gap.raw.difference);
    expect([its.women, its.men]).toEqual([own.men, own.women]);
    expect(its.outsideWomen).toBe(-own.outsideMen || 0);
    const [parts, others] = [own.decomposition, its.decomposition];
    expect(others.composition).toBe(-parts.composition || 0);
    expect(others.remainder.difference).toBe(-parts.remainder.difference || 0);
    expect(others.remainder.ratio).toBeCloseTo(1 / parts.remainder.ratio, 9);
    const [interval, reversed] = [parts.remainder.interval, others.remainder.interval];
    if (interval === null || reversed === null) throw new Error('There is no interval.');
    expect(reversed.lower).toBeCloseTo(-interval.upper, 4);
    // Matching weights the cells by one sex only. The decomposition's remainder is the mean of both matchings.
    const both = parts.remainder.difference * 2;
    const matched = own.matching.remainder.difference - its.matching.remainder.difference;
    expect(Math.abs(both - matched)).toBeLessThanOrEqual(1);
  }
});

test('the order of the cells changes nothing that is printed', () => {
  for (const lines of months.slice(0, 10)) {
    const cells = [...cellsOf(lines).values()];
    const [one, other] = [comparedOf(cells), comparedOf(cells.toReversed())];
    expect(other.matching.remainder.difference).toBe(one.matching.remainder.difference);
    expect(other.decomposition.composition).toBe(one.decomposition.composition);
  }
});

// `npm run bench -- pay-gap` plants a thousand months of each.
test.each([0, 0.03, 0.08])('the intervals hold a planted remainder of %d', (remainder) => {
  const plan = { months: 100, cells: 200, lines: 1500, remainder };
  const { months: all, ...held } = gapCoverage('suite', plan);
  for (const count of Object.values(held)) expect(count / all).toBeGreaterThanOrEqual(0.88);
});
