import { expect, test } from 'vitest';
import { floorTrial } from '../../../../tests/support/planted-floors.ts';
import { concentrationsOf, jumpMonth, upperTail } from './concentrations.ts';

/** The same tail from integers: Σ C(n, k) · a^k · (b − a)^(n − k) / b^n. */
function exactTail(count: number, trials: number, [a, b]: readonly [number, number]): number {
  let sum = 0n;
  let choices = 1n;
  for (let k = 0; k <= trials; k++) {
    if (k >= count) sum += choices * BigInt(a) ** BigInt(k) * BigInt(b - a) ** BigInt(trials - k);
    choices = (choices * BigInt(trials - k)) / BigInt(k + 1);
  }
  return Number((sum * 10n ** 40n) / BigInt(b) ** BigInt(trials)) / 1e40;
}

test('tails agree with exact sums of whole numbers', () => {
  for (const [count, trials, share] of [
    [1, 1, [2, 7]],
    [5, 9, [1, 3]],
    [21, 30, [1, 2]],
    [40, 200, [1, 12]],
    [60, 400, [1, 9]],
  ] as const) {
    const exact = exactTail(count, trials, share);
    expect(upperTail(count, trials, share[0] / share[1]) / exact).toBeCloseTo(1, 10);
  }
  expect(upperTail(3, 10, 0.3)).toBe(1);
});

test('a value is compared only with neighbours of the same roundness', async () => {
  // Multiples of R$ 1,00 from 1,401 to 1,459 with 2 records each, those of R$ 10,00 with 20.
  const values = Array.from({ length: 59 }, (_, at) => {
    const reais = 1401 + at;
    return [reais * 100, reais % 10 === 0 ? 20 : reais % 5 === 0 ? 4 : 2] as const;
  }).filter(([centavos]) => centavos !== 142_300);
  const found = await concentrationsOf(
    {
      centavos: [...values.map(([centavos]) => centavos), 142_300].toSorted((a, b) => a - b),
      counts: [...values, [142_300, 30] as const].toSorted(([a], [b]) => a - b).map(([, n]) => n),
    },
    { designEffect: 1, minRecords: 5, named: new Set() },
  );
  // Neighbours from 1,281 to 1,565: 228 multiples of R$ 1,00 but not of R$ 5,00, 227 besides 1,423; 47 have 2 records.
  expect(found).toEqual([{ centavos: 142_300, count: 30, expected: 94 / 227 }]);
});

test('values that pile up are no neighbours of each other', async () => {
  const centavos = Array.from({ length: 59 }, (_, at) => (1401 + at) * 100);
  const floors = [142_300, 142_700];
  const counts = centavos.map((value) => {
    if (floors.includes(value)) return 30;
    return value % 1000 === 0 ? 20 : value % 500 === 0 ? 4 : 2;
  });
  const rule = { designEffect: 1, minRecords: 5, named: new Set<number>() };
  // As above: 226 of the 228 multiples of R$ 1,00 are left, and 46 of them have 2 records.
  expect(await concentrationsOf({ centavos, counts }, rule)).toEqual(
    floors.map((value) => ({ centavos: value, count: 30, expected: 92 / 226 })),
  );
});

test('planted floors are found, and little else', async () => {
  const trials = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      floorTrial(`small ${at}`, { records: 3000, floors: 4, largestBlock: 8 }),
    ),
  );
  const sum = (of: keyof (typeof trials)[number]) => trials.reduce((all, one) => all + one[of], 0);
  expect(sum('found') / sum('planted')).toBeGreaterThanOrEqual(0.95);
  expect(sum('found') / sum('discoveries')).toBeGreaterThanOrEqual(0.95);
});

/** Months of 100 records, with those at a value. */
const months = (...at: readonly number[]) =>
  at.map((own, index) => ({
    month: `2023${String(index + 1).padStart(2, '0')}`,
    records: 100,
    at: own,
  }));

test('a value begins or ends in a month, unless chance explains the change', () => {
  expect(jumpMonth(months(1, 0, 2, 20, 22, 19), 1, 5)).toEqual({ month: '202304', rises: true });
  expect(jumpMonth(months(20, 22, 19, 1, 0, 2), 1, 5)).toEqual({ month: '202304', rises: false });
  expect(jumpMonth(months(20, 22, 19, 24, 18, 21), 1, 5)).toBeNull();
  expect(jumpMonth(months(1, 0, 2, 20, 22, 19), 20, 5)).toBeNull();
  expect(jumpMonth(months(20), 1, 5)).toBeNull();
});

test('a month with few records at a value neither begins nor ends it', () => {
  expect(jumpMonth(months(0, 0, 0, 0, 1, 2, 7), 1, 5)).toEqual({ month: '202307', rises: true });
  expect(jumpMonth(months(0, 0, 0, 0, 1, 2, 7), 1, 1)).toEqual({ month: '202305', rises: true });
  expect(jumpMonth(months(20, 4, 0, 0, 0), 1, 5)).toEqual({ month: '202302', rises: false });
});
