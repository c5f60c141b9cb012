import { expect, test } from 'vitest';
import { maybeDrawn } from './drawn-distribution.ts';

const statistics = {
  count: 90,
  average: 1900.1,
  median: 1518.29,
  min: 1000,
  max: 9000,
  p10: 1100.07,
  p25: 1212.35,
  p75: 2000.14,
  p90: 3000.57,
  standardDeviation: null,
  medianInterval: null,
};
const histogram = {
  from: 100_000,
  width: 25_000,
  counts: [40, 0, 30],
  below: 5,
  above: 15,
  spikes: [],
  medianRank: { below: 44, upTo: 46 },
};

test('amounts in reais become whole centavos, and bins meet without gaps', () => {
  expect(maybeDrawn({ statistics, histogram })).toEqual({
    count: 90,
    p10: 110_007,
    p25: 121_235,
    median: 151_829,
    p75: 200_014,
    p90: 300_057,
    histogram: {
      bins: [
        { from: 100_000, to: 125_000, count: 40 },
        { from: 125_000, to: 150_000, count: 0 },
        { from: 150_000, to: 175_000, count: 30 },
      ],
      width: 25_000,
      below: 5,
      above: 15,
    },
    spikes: [],
    medianRank: { below: 44, upTo: 46 },
  });
});

test('nothing is drawn of an answer that lacks a figure or the histogram', () => {
  expect(maybeDrawn({ statistics, histogram: null })).toBeUndefined();
  for (const figure of ['p10', 'p25', 'median', 'p75', 'p90'])
    expect(
      maybeDrawn({ statistics: { ...statistics, [figure]: null }, histogram }),
    ).toBeUndefined();
});
