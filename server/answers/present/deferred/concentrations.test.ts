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

/** The values found among these, and many others far away: `distinct` values with `records` in all. */
async function foundAmong(
  values: readonly (readonly [centavos: number, count: number])[],
  { distinct = values.length, records = 0, designEffect = 1, named = [] as number[] } = {},
) {
  const single = Array.from({ length: Math.max(0, distinct - values.length - 1) }, (_, at) => [
    5_000_001 + at,
    1,
  ]);
  const known = [...values, ...single].reduce((sum, [, count = 0]) => sum + count, 0);
  // Round values are no findings.
  const rest = records === 0 ? [] : [[9_000_000, records - known]];
  const all = [...values, ...single, ...rest].toSorted(([a = 0], [b = 0]) => a - b);
  return concentrationsOf(
    { centavos: all.map(([centavos = 0]) => centavos), counts: all.map(([, count = 0]) => count) },
    { designEffect, minRecords: 5, named: new Set(named) },
  );
}

test('the test of a value has the records per design effect, whole ones against the value', async () => {
  // R$ 1.001,00 has 160 neighbours from R$ 900,90 to R$ 1.101,10: whole reais, but not of R$ 5,00. With half of 17
  // records against half of 214, P(X ≥ 8) of Binomial(115, 2 / 162) is 0.0000987, and with half of 215, of
  // Binomial(116), 0.000105: 0.05 / 485 is 0.000103.
  const whole = Array.from({ length: 60 }, (_, at) => 90_100 + 100 * at);
  const places = whole.filter((centavos) => centavos % 500 !== 0).slice(0, 43);
  const around = (records: number) =>
    places.map((centavos, at) => [centavos, at === 0 ? records - 42 * 5 : 5] as const);
  const found = (neighbours: number, records = 1700) =>
    foundAmong([[100_100, 17], ...around(neighbours)], { distinct: 485, records, designEffect: 2 });
  expect(await found(214)).toEqual([{ centavos: 100_100, count: 17, expected: 214 / 160 }]);
  expect(await found(215)).toEqual([]);
  // 17 are 1 % of 1,700 records, and less of 1,701.
  expect(await found(214, 1701)).toEqual([]);
});

test('a value needs three effective records, and to be round or named by the user', async () => {
  expect(await foundAmong([[100_100, 6]], { designEffect: 2 })).toHaveLength(1);
  expect(await foundAmong([[100_100, 5]], { designEffect: 2 })).toEqual([]);
  expect(await foundAmong([[155_000, 12]])).toEqual([]);
  expect(await foundAmong([[155_000, 12]], { named: [155_000] })).toHaveLength(1);
});

const nearSecond = (second: number) =>
  foundAmong([
    [99_800, second],
    [99_900, 8],
    [100_100, 8],
  ]);

test('a value stands out from twice the second of its nearest four on', async () => {
  expect((await nearSecond(4)).map(({ centavos }) => centavos)).toEqual([99_900, 100_100]);
  expect(await nearSecond(5)).toEqual([]);
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

test('a value begins where its share doubles, beyond the chance of every split in both directions', () => {
  const start = { month: '202304', rises: true };
  expect(jumpMonth(months(20, 20, 20, 40, 40, 40), 1, 5)).toEqual(start);
  // 105 of 165 are 3.5 standard deviations above the half, but less than double.
  expect(jumpMonth(months(20, 20, 20, 35, 35, 35), 1, 5)).toBeNull();
  // P(X ≥ 13) of Binomial(18, 1/2) is 4.8 % and P(X ≥ 15) of Binomial(20, 1/2) 2.1 %: of two tests, 2.5 % is the limit.
  expect(jumpMonth(months(5, 13), 1, 5)).toBeNull();
  expect(jumpMonth(months(5, 15), 1, 5)).toEqual({ month: '202302', rises: true });
});

test('a month with few records at a value neither begins nor ends it', () => {
  expect(jumpMonth(months(0, 0, 0, 0, 1, 2, 7), 1, 5)).toEqual({ month: '202307', rises: true });
  expect(jumpMonth(months(0, 0, 0, 0, 1, 2, 7), 1, 1)).toEqual({ month: '202305', rises: true });
  expect(jumpMonth(months(20, 4, 0, 0, 0), 1, 5)).toEqual({ month: '202302', rises: false });
});
