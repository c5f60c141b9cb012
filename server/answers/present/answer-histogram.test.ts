import { expect, test } from 'vitest';
import { answerHistogram } from './answer-histogram.ts';

test('a chart has its bins, and the rank of the median', () => {
  // A span of R$ 1.000,00 in at least eight bins: R$ 100,00 is the round width next to R$ 125,00.
  const three = { centavos: [100_000, 150_000, 200_000], counts: [1, 1, 1] };
  expect(answerHistogram(three, null)).toEqual({
    from: 100_000,
    width: 10_000,
    counts: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    below: 0,
    above: 0,
    spikes: [],
    medianRank: { below: 1, upTo: 2 },
  });
  expect(answerHistogram({ centavos: [], counts: [] }, null)).toBeNull();
});

test('a chart names the minimum wage among the salaries that stand out', () => {
  const centavos = [151_800, ...Array.from({ length: 10 }, (_, at) => 160_000 + 1_000 * at)];
  const counts = centavos.map((_, at) => (at === 0 ? 30 : 1));
  const spike = { centavos: 151_800, count: 30, share: 0.75 };
  const spikesFor = (wage: number) => answerHistogram({ centavos, counts }, wage)?.spikes;
  expect(spikesFor(151_800)).toEqual([{ ...spike, isMinimumWage: true }]);
  expect(spikesFor(162_100)).toEqual([{ ...spike, isMinimumWage: false }]);
});
