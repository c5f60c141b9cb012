import { expect, test } from 'vitest';
import {
  allowed,
  chanceOfCount,
  chanceOfKnownShare,
  chanceOfShare,
  employerShare,
  spreadOf,
  withoutEmployer,
} from './thresholds.ts';

test('the spread of months joins the expected one, which weighs three months, with their own beyond chance', () => {
  const limits = { expected: 0.4, least: 0.1 };
  expect(spreadOf([], limits)).toBeCloseTo(0.4, 12);
  expect(spreadOf([], { ...limits, least: 0.5 })).toBe(0.5);
  // (3 · (0.4 / 4)² + 0.5² − 0.3²) / 4 = 0.0475, and 4 · √0.0475.
  for (const difference of [0.5, -0.5])
    expect(spreadOf([{ difference, chance: 0.3 }], limits)).toBeCloseTo(0.87178, 5);
  // A difference that chance explains adds nothing: 4 · √(0.03 / 4).
  expect(spreadOf([{ difference: 0.1, chance: 0.3 }], limits)).toBeCloseTo(0.34641, 5);
});

test('four standard deviations of chance join the spread at right angles', () => {
  expect(allowed(0.3, 0.1)).toBeCloseTo(0.5, 12);
});

test('four lines count as one independent line', () => {
  expect(chanceOfCount(100)).toBeCloseTo(0.2, 12);
  expect(chanceOfKnownShare(0.2, 64)).toBeCloseTo(0.1, 12);
  // (0.1 · 40 + 4) / (40 + 8) = 1/6, and √(1/6 · 5/6 · 4/40).
  expect(chanceOfShare(0.1, 40)).toBeCloseTo(0.117851, 6);
});

test('one employer may have 100 lines of a MOV file and 1,000 of a FOR or EXC', () => {
  expect([1000, 50, 0].map((lines) => employerShare('MOV', lines))).toEqual([0.1, 1, 1]);
  expect((['FOR', 'EXC'] as const).map((kind) => employerShare(kind, 4000))).toEqual([0.25, 0.25]);
  // Not fewer than the other count, nor than the lines themselves.
  expect(withoutEmployer('MOV', 1000, 200)).toBe(900);
  expect(withoutEmployer('MOV', 250, 200)).toBe(200);
  expect(withoutEmployer('MOV', 150, 200)).toBe(150);
});
