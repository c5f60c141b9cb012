import { expect, test } from 'vitest';
import { linearScale } from './linear-scale.ts';

test('converts values to pixels and back, also for a reversed range and outside the domain', () => {
  const y = linearScale([1000, 2000], [200, 0]);
  expect([1000, 1250, 2000, 2500].map(y)).toEqual([200, 150, 0, -100]);
  expect([200, 150, 0, -100].map((pixel) => y.invert(pixel))).toEqual([1000, 1250, 2000, 2500]);
});

test('ticks are round and within the domain', () => {
  expect(linearScale([1180, 2230], [0, 1]).ticks(5)).toEqual([1200, 1400, 1600, 1800, 2000, 2200]);
});

test('whole ticks leave out the fractions of a narrow domain', () => {
  expect(linearScale([1518, 1520], [0, 1]).wholeTicks(4)).toEqual([1518, 1519, 1520]);
  expect(linearScale([1518.2, 1518.8], [0, 1]).wholeTicks(4)).toEqual([]);
  expect(linearScale([NaN, NaN], [0, 1]).wholeTicks(4)).toEqual([]);
});

test('a domain of one value maps to the middle of the range', () => {
  const x = linearScale([1500, 1500], [0, 100]);
  expect(x(1500)).toBe(50);
  expect(x(9)).toBe(50);
});
