import { expect, test } from 'vitest';
import { integerBetween, seededRandom, weighted } from './random.ts';

const draws = 100_000;
const numbers = <Value>(draw: () => Value) => Array.from({ length: draws }, draw);

test('one seed gives one sequence, another seed another', () => {
  const [first, again, other] = [seededRandom('a'), seededRandom('a'), seededRandom('b')];
  const sequence = Array.from({ length: 5 }, first);
  expect(Array.from({ length: 5 }, again)).toEqual(sequence);
  expect(Array.from({ length: 5 }, other)).not.toEqual(sequence);
});

test('numbers lie evenly from 0 to below 1', () => {
  const random = seededRandom('even');
  const drawn = numbers(random);
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...drawn)).toBeLessThan(1);
  expect(drawn.filter((number) => number < 0.25).length / draws).toBeCloseTo(0.25, 2);
});

test('weighted values come in their shares, rare ones too', () => {
  const random = seededRandom('weights');
  const draw = weighted([
    ['often', 700],
    ['seldom', 299],
    ['rarely', 1],
    ['never', 0],
  ]);
  const drawn = numbers(() => draw(random));
  const share = (value: string) => drawn.filter((each) => each === value).length / draws;
  expect(share('often')).toBeCloseTo(0.7, 2);
  expect(share('seldom')).toBeCloseTo(0.299, 2);
  expect(share('rarely')).toBeGreaterThan(0.0005);
  expect(share('rarely')).toBeLessThan(0.0015);
  expect(share('never')).toBe(0);
});

test('whole numbers include both ends', () => {
  const random = seededRandom('integers');
  expect(new Set(numbers(() => integerBetween(random, 3, 5)))).toEqual(new Set([3, 4, 5]));
});
