import { expect, test } from 'vitest';
import { countOnly, edgeNotes, figuresOf, figureText, statistics } from './catalogue.ts';
import { keysOf } from '../codes/keys.ts';

const five = {
  count: 5,
  average: 1700,
  median: 1700,
  min: 1500,
  max: 1900,
  p10: 1540.1,
  p25: 1600.1,
  p75: 1800.4,
  p90: 1860,
  standardDeviation: 158.11,
  medianInterval: null,
};

const resultOf = (answered: typeof five) =>
  Object.fromEntries(figuresOf(answered).map((figure) => [figure.key, figureText(figure)]));

test('five records have every statistic that is defined for them, to the centavo', () => {
  expect(Object.keys(resultOf(five))).toEqual(keysOf(statistics));
  expect(resultOf(five)).toMatchObject({
    count: '5',
    median: 'R$\u00a01.700,00',
    spread: 'R$\u00a0200,30',
    medianLower: '—',
  });
});

test('four records have only their count', () => {
  const { count, ...others } = resultOf({ ...five, count: 4 });
  expect(count).toBe('4');
  expect(new Set(Object.values(others))).toEqual(new Set(['—']));
  expect(figuresOf(countOnly(4))).toEqual(figuresOf({ ...five, count: 4 }));
});

test('the outer percentiles share one note with fewer than ten records beyond them', () => {
  expect([edgeNotes({ ...five, count: 99 }), edgeNotes({ ...five, count: 100 })]).toEqual([
    ['P10 e P90 incertos: menos de 10 registros além deles.'],
    [],
  ]);
  expect(edgeNotes(countOnly(4))).toEqual([]);
});

test('no two statistics share a label, a title or a field of the API', () => {
  for (const word of ['label', 'title', 'apiName'] as const) {
    const words = keysOf(statistics).map((key) => statistics[key][word]);
    expect(new Set(words).size).toBe(words.length);
  }
});
