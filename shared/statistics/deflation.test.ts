import { expect, test } from 'vitest';
import {
  realAmount,
  realMean,
  realPercentile,
  realRecords,
  realRecordsOfMonths,
  commonMoney,
  lateIndexText,
  moneyText,
  usualMoney,
} from './deflation.ts';
import { withRanks, sumOf } from './percentile.ts';

/** Prices rose by 10 % after January and by 1.01 % after February. */
const january = { numerator: 11_000n * 10_101n, denominator: 100_000_000n };
const february = { numerator: 10_101n, denominator: 10_000n };
const march = { numerator: 1n, denominator: 1n };

const nominal = (centavos: number[], counts: number[]) => {
  const distribution = withRanks({ centavos, counts });
  return { distribution, total: sumOf(distribution) };
};

test('corrects each record by its own month before it computes a statistic', () => {
  // By hand: 1.000,00 of January are 1.111,11 of March; 1.050,00 and 1.060,00 of February are 1.060,605 and 1.070,706;
  // 1.100,00 of March is unchanged. In order: 1.060,605, 1.070,706, 1.100,00, 1.111,11.
  const records = realRecordsOfMonths([
    { ...nominal([100_000], [1]), factor: january },
    { ...nominal([105_000, 106_000], [1, 1]), factor: february },
    { ...nominal([110_000], [1]), factor: march },
  ]);
  expect(records.count).toBe(4);
  // 1.060,605 ends in half a centavo: rounded up.
  expect(realPercentile(records, 0)).toBe(106_061);
  // (1.070,706 + 1.100,00) / 2 = 1.085,353.
  expect(realPercentile(records, 5000)).toBe(108_535);
  // A quarter of the way from the third to the fourth: 1.100,00 + 0,25 × 11,11 = 1.102,7775.
  expect(realPercentile(records, 7500)).toBe(110_278);
  expect(realPercentile(records, 10_000)).toBe(111_111);
  // 4.342,421 / 4 = 1.085,60525.
  expect(realMean(records)).toBe(108_561);
  // The nominal median, 1.055,00, taken as money of March, is a different figure: January's record was the lowest.
  expect(realPercentile(records, 5000)).not.toBe(105_500);
});

test('rounds once, not each record', () => {
  // Twice 1,0101 and once 2,0202: the mean is 1,3468; the mean of rounded records (1,01 + 1,01 + 2,02) / 3 is 1,3467.
  const group = {
    ...withRanks({ centavos: [10_000, 20_000], counts: [2, 1] }),
    total: 40_000n,
  };
  const records = realRecords(group, february);
  expect(realMean(records)).toBe(13_468);
  expect(realPercentile(records, 5000)).toBe(10_101);
  // Three quarters: half of the way from 101,01 to 202,02 is 151,515.
  expect(realPercentile(records, 7500)).toBe(15_152);
  expect(realAmount(50, february)).toBe(51);
});

test('finds the amount of each rank where amounts of several months are equal', () => {
  // Twice 1,00 of January, in March's money 1,1111 each; three times 1,00 and once 2,00 of March: 1,00 1,00 1,00 1,1111
  // 1,1111 2,00, in hundred-millionths of a centavo.
  const records = realRecordsOfMonths([
    { ...nominal([100], [2]), factor: january },
    { ...nominal([100, 200], [3, 1]), factor: march },
  ]);
  const [one, corrected, two] = [10_000_000_000n, 11_111_100_000n, 20_000_000_000n];
  const amounts = [one, one, one, corrected, corrected, two];
  expect([1, 2, 3, 4, 5, 6].map((rank) => records.amountAt(rank))).toEqual(amounts);
  expect(records.total).toBe(3n * one + 2n * corrected + two);
  expect(() => records.amountAt(0)).toThrow(RangeError);
  expect(() => records.amountAt(7)).toThrow(RangeError);
});

test('has no figure without records', () => {
  const none = realRecordsOfMonths([]);
  expect(realPercentile(none, 5000)).toBeNull();
  expect(realMean(none)).toBeNull();
});

const june = { realMonth: '202606' };
const july = { realMonth: '202607' };
const none = { realMonth: null };

test('the usual money is real where a month has an index', () => {
  expect(usualMoney(june)).toBe('real');
  expect(usualMoney(none)).toBe('nominal');
});

test('trends share real money only of the same month', () => {
  expect(commonMoney([june, june])).toBe('real');
  expect(commonMoney([june, july])).toBe('nominal');
  expect(commonMoney([june, none])).toBe('nominal');
  expect(commonMoney([none, none])).toBe('nominal');
  expect(commonMoney([])).toBe('nominal');
});

/** A trend to this month, in reais of June. */
const until = (month: string, isRequested = true) => ({
  ...june,
  months: [
    { month: '202606', isRequested: true },
    { month, isRequested },
  ],
});

test('says that the last requested months have no index yet', () => {
  const text = 'Depois de jun/2026 ainda não há INPC: esses meses só têm valores nominais.';
  expect(lateIndexText([until('202609')], 'real')).toBe(text);
  expect(lateIndexText([until('202606'), until('202607')], 'real')).toBe(text);
  expect(lateIndexText([until('202609')], 'nominal')).toBe('');
  expect(lateIndexText([until('202606')], 'real')).toBe('');
  expect(lateIndexText([until('202609', false)], 'real')).toBe('');
  expect(lateIndexText([{ ...none, months: [] }], 'real')).toBe('');
});

test('says which money it is', () => {
  expect(moneyText(june, 'real')).toBe('em reais de jun/2026 (INPC)');
  expect(moneyText(june, 'nominal')).toBe('em valores nominais');
  expect(moneyText(none, 'real')).toBe('em valores nominais');
});
