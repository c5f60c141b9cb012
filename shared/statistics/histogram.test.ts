import { expect, test } from 'vitest';
import { histogramOf } from './histogram.ts';
import { withRanks } from './percentile.ts';

/** One record at each amount of a range, and more at others. */
function spread(
  from: number,
  to: number,
  step: number,
  more: Readonly<Record<number, number>> = {},
) {
  const counts = new Map<number, number>();
  for (let centavos = from; centavos <= to; centavos += step) counts.set(centavos, 1);
  for (const [centavos, count] of Object.entries(more))
    counts.set(Number(centavos), (counts.get(Number(centavos)) ?? 0) + count);
  const centavos = [...counts.keys()].toSorted((a, b) => a - b);
  return withRanks({ centavos, counts: centavos.map((amount) => counts.get(amount) ?? 0) });
}

function shapeOf(distribution: ReturnType<typeof withRanks>) {
  const { bins, width, below, above } = histogramOf(distribution);
  return { from: bins[0]?.from, bins: bins.length, width, below, above };
}

test('bins have the width of Freedman and Diaconis, from P1 to P99, and count the rest', () => {
  // P1 is 105.000 and P99 595.000; 2 × 250.000 / ∛5001 is 29.238, and 25.000 is nearer than 50.000.
  expect(shapeOf(spread(100_000, 600_000, 100))).toEqual({
    from: 100_000,
    bins: 20,
    width: 25_000,
    below: 0,
    above: 1,
  });
  // The same from 99.000 on: P1 is 104.010, and ten records are below the first bin.
  expect(shapeOf(spread(99_000, 600_000, 100))).toMatchObject({ from: 100_000, below: 10 });
});

test('a sample below a hundred records is drawn whole', () => {
  expect(shapeOf(spread(100_000, 1_080_000, 10_000))).toMatchObject({ below: 0, above: 0 });
  const hundred = shapeOf(spread(100_000, 1_090_000, 10_000));
  // P99 is 1.080.100.
  expect(hundred).toMatchObject({ from: 100_000, width: 100_000, bins: 10, above: 0 });
  expect(shapeOf(spread(100_000, 1_090_000, 10_000, { 9_000_000: 1 })).above).toBe(1);
});

test('there are at least about eight bins, of up to an eighth of the span', () => {
  // 2 × 450.000 / ∛10 is 417.743; an eighth of 900.000 is 112.500, and 100.000 is the nearest width.
  expect(shapeOf(spread(100_000, 1_000_000, 100_000))).toEqual({
    from: 100_000,
    bins: 10,
    width: 100_000,
    below: 0,
    above: 0,
  });
});

test('there are at most about 48 bins, where half of the records have one salary', () => {
  // No distance between the quartiles: the width is that of 48 bins between P1 and P99, 4.083.
  expect(shapeOf(spread(100_000, 300_000, 1000, { 200_000: 300 }))).toMatchObject({ width: 5000 });
  // 48 bins of 1.667 would cover 80.000 centavos: 2.000 is nearer than 1.000.
  expect(shapeOf(spread(160_000, 240_000, 400, { 200_000: 400 }))).toMatchObject({ width: 2000 });
});

test('one salary has one bin of a hundred reais', () => {
  expect(histogramOf(withRanks({ centavos: [151_800], counts: [40] }))).toEqual({
    bins: [{ from: 150_000, to: 160_000, count: 40 }],
    width: 10_000,
    below: 0,
    above: 0,
  });
});

test('no bin is narrower than one real', () => {
  expect(shapeOf(spread(150_000, 150_300, 1))).toMatchObject({ width: 100, bins: 3 });
});

test('each bin counts its records from its lower bound on, and every record is counted once', () => {
  // 1.000,00 to 10.000,00 by hundreds, and ten more at 1.999,99 and at 2.000,00, on both sides of a bound.
  const { bins, below, above } = histogramOf(
    spread(100_000, 1_000_000, 10_000, { 199_999: 10, 200_000: 10 }),
  );
  expect(bins.slice(0, 3)).toEqual([
    { from: 100_000, to: 200_000, count: 20 },
    { from: 200_000, to: 300_000, count: 20 },
    { from: 300_000, to: 400_000, count: 10 },
  ]);
  expect(below + above + bins.reduce((sum, { count }) => sum + count, 0)).toBe(111);
});
