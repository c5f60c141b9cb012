import { expect, test } from 'vitest';
import { heapsOfMedians } from '../../../shared/statistics/heaping.ts';
import { sampleReport } from '../../../tests/support/sample-report.ts';
import { listedRecords, methodTexts } from './model.ts';

test('documents state when a gap has no interval: one salary fills that of either median', () => {
  const filled = { medianInterval: { lower: 1320, upper: 1320 } };
  const spread = { medianInterval: { lower: 1400, upper: 1600 } };
  expect([heapsOfMedians(filled, spread), heapsOfMedians(spread, filled)]).toEqual([
    [1320],
    [1320],
  ]);
  expect(methodTexts.filter((text) => text.includes('mulheres e homens'))).toEqual([
    expect.stringMatching(/exceto se um deles se reduz a um só salário\.$/),
  ]);
});

const salariesOf = (count: number) => Array.from({ length: count }, () => 150_000);

test('the records of a selection with fewer than five are not listed', () => {
  expect(
    listedRecords(sampleReport([{ salaries: salariesOf(4) }, { salaries: salariesOf(5) }])),
  ).toBe(5);
});
