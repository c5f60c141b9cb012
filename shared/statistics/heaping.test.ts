import { expect, test } from 'vitest';
import {
  heapedAt,
  heapNotes,
  heapsOfDifference,
  heapText,
  medianIntervalInReais,
  spikesOf,
} from './heaping.ts';
import { withRanks } from './percentile.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('an interval without width names its salary, one of a centavo does not', () => {
  expect(heapedAt({ medianInterval: { lower: 1518, upper: 1518 } })).toBe(1518);
  expect(heapedAt({ medianInterval: { lower: 1518, upper: 1518.01 } })).toBeNull();
  expect(heapedAt({ medianInterval: null })).toBeNull();
  expect(heapedAt({ medianInterval: { lower: 1518, upper: 1518.01, heap: 1518 } })).toBe(1518);
});

test('an interval of centavos is stated in reais, and a note names only a heap', () => {
  expect(medianIntervalInReais(undefined, { lower: 150_005, upper: 160_010 })).toEqual({
    lower: 1500.05,
    upper: 1600.1,
  });
  expect(heapNotes({ medianInterval: { lower: 1518, upper: 1519 } })).toEqual([]);
  expect(heapNotes({ medianInterval: null })).toEqual([]);
  expect(heapNotes({ medianInterval: { lower: 1518, upper: 1518 } })).toEqual([
    expect.stringMatching(/muitos salários iguais a R\$\s1\.518,00\.$/),
  ]);
});

test('names each amount once', () => {
  expect(plain(heapText([1518]))).toBe('muitos salários iguais a R$ 1.518,00');
  expect(plain(heapText([1700, 1518, 1700]))).toBe(
    'muitos salários iguais a R$ 1.518,00 e R$ 1.700,00',
  );
});

// Eleven heaps of 100 records, R$ 100 apart from R$ 1.000 to R$ 2.000, and one record a centavo above the middle one.
const heaps = withRanks({
  centavos: [100, 110, 120, 130, 140, 150]
    .map((reais) => reais * 1000)
    .concat(
      150_001,
      [160, 170, 180, 190, 200].map((reais) => reais * 1000),
    ),
  counts: [100, 100, 100, 100, 100, 100, 1, 100, 100, 100, 100, 100],
});

const heapWithin = (...interval: Parameters<typeof medianIntervalInReais>) =>
  medianIntervalInReais(...interval)?.heap;

test('an interval narrower than the spacing of the salaries names the heap that fills it', () => {
  // The central half, R$ 1.200 to R$ 1.800, has seven heaps of 100 and a record: its spacing is
  // 60.000 × 70.001 / 701² = 8.547 centavos.
  expect(heapWithin(heaps, { lower: 150_000, upper: 150_001 })).toBe(1500);
  expect(heapWithin(heaps, { lower: 150_000, upper: 150_000 })).toBe(1500);
  expect(heapWithin(heaps, { lower: 150_000, upper: 160_000 })).toBeUndefined();
  expect(medianIntervalInReais(heaps, null)).toBeNull();
});

test('half of the records of an interval are a heap, fewer are not', () => {
  // The central half is R$ 1.000,75 to R$ 2.000: its spacing is 99.925 × 125 / 15² = 55.514 centavos.
  const salaries = [100_000, 100_100, 200_000];
  const interval = { lower: 100_000, upper: 100_100 };
  expect(heapWithin(withRanks({ centavos: salaries, counts: [5, 5, 10] }), interval)).toBe(1000);
  const spread = withRanks({
    centavos: [100_000, 100_050, ...salaries.slice(1)],
    counts: [4, 4, 4, 8],
  });
  expect(heapWithin(spread, interval)).toBeUndefined();
});

test('the spacing ignores the salaries above the central half, and an interval as wide as it measures chance', () => {
  // P25 and P75 of 100 records are the two lower salaries: the spacing is 20 × (40² + 40²) / 80² = 10 centavos. With
  // the 20 records above them it would be 20 × 3.600 / 100² = 7.2.
  const tailed = withRanks({ centavos: [100_000, 100_020, 300_000], counts: [40, 40, 20] });
  expect(heapWithin(tailed, { lower: 100_012, upper: 100_020 })).toBe(1000.2);
  expect(heapWithin(tailed, { lower: 100_010, upper: 100_020 })).toBeUndefined();
  expect(heapsOfDifference([tailed], { lower: -4, upper: 4 })).toEqual([100_020]);
  expect(heapsOfDifference([tailed], { lower: -5, upper: 5 })).toEqual([]);
});

test('salaries that are all different have no heap, however near they are', () => {
  const spread = withRanks({
    centavos: Array.from({ length: 1001 }, (_, index) => 100_000 + index),
    counts: Array.from({ length: 1001 }, () => 1),
  });
  expect(heapWithin(spread, { lower: 100_470, upper: 100_530 })).toBeUndefined();
  expect(heapsOfDifference([spread, spread], { lower: -40, upper: 40 })).toEqual([]);
});

test('a difference narrower than the spacing of either side names the heaps in the middle', () => {
  const other = withRanks({ centavos: [122_500, 150_000, 177_500], counts: [100, 300, 100] });
  expect(heapsOfDifference([heaps, other], { lower: -11, upper: 11 })).toEqual([150_000, 150_000]);
  // 27.500 × (100² + 300² + 100²) / 500² … the second's central half is one salary, so its spacing is 0: the first
  // decides.
  expect(heapsOfDifference([heaps, other], { lower: -5000, upper: 5000 })).toEqual([]);
});

test('a median between two salaries is no heap', () => {
  const halves = withRanks({ centavos: [150_000, 160_000], counts: [100, 100] });
  expect(heapsOfDifference([halves], { lower: -11, upper: 11 })).toEqual([]);
});

/** `single` salaries of one record each, one centavo apart from R$ 5.000,00, and others below them. */
function around(single: number, ...below: [centavos: number, count: number][]) {
  const tail = Array.from({ length: single }, (_, index) => 500_000 + index);
  return {
    centavos: [...below.map(([centavos]) => centavos), ...tail],
    counts: [...below.map(([, count]) => count), ...tail.map(() => 1)],
  };
}

test('a salary of many is reported, with its share and whether it is the minimum wage', () => {
  // 100 records at 92 salaries: an even spread gives each 1.09, and 2 % is 2.
  expect(spikesOf(around(90, [141_200, 6], [200_000, 4]), 141_200)).toEqual([
    { centavos: 141_200, count: 6, share: 0.06, isMinimumWage: true },
  ]);
  // 6 of 101: 6 · 92 = 552, five times 101 is 505; and 5 · 92 = 460 is too few.
  expect(spikesOf(around(90, [141_200, 6], [200_000, 5]), null)).toEqual([
    { centavos: 141_200, count: 6, share: 6 / 101, isMinimumWage: false },
  ]);
});

test('needs a fiftieth of the records', () => {
  expect(spikesOf(around(980, [100_000, 20]), null)).toHaveLength(1);
  expect(spikesOf(around(981, [100_000, 20]), null)).toEqual([]);
});

test('an even spread over few salaries has none', () => {
  expect(spikesOf({ centavos: [1, 2, 3, 4], counts: [25, 25, 25, 25] }, 1)).toEqual([]);
});

test('a small sample has none', () => {
  expect(spikesOf(around(19, [100_000, 10]), null)).toEqual([]);
  expect(spikesOf(around(19, [100_000, 11]), null)).toHaveLength(1);
});

test('at most five are shown, those of most records first', () => {
  const below = [10, 11, 12, 13, 14, 15].map((count): [number, number] => [count * 1000, count]);
  expect(spikesOf(around(100, ...below), null).map(({ count }) => count)).toEqual([
    15, 14, 13, 12, 11,
  ]);
  const falling = [11, 13, 12].map((count, at): [number, number] => [1000 * (at + 1), count]);
  expect(spikesOf(around(60, ...falling), null).map(({ count }) => count)).toEqual([13, 12, 11]);
  const equal = [12, 12, 13].map((count, at): [number, number] => [1000 * (at + 1), count]);
  expect(spikesOf(around(60, ...equal), null).map(({ centavos }) => centavos)).toEqual([
    3000, 1000, 2000,
  ]);
});
