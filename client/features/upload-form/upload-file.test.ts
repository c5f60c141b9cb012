import { expect, test } from 'vitest';
import { Pace } from './upload-file.ts';

test('nothing is said before there is something to say', () => {
  const pace = new Pace();
  expect(pace.bytesPerSecond()).toBeNull();
  pace.note(0, 0);
  pace.note(1000, 500);
  expect(pace.bytesPerSecond()).toBeNull();
});

test('the last eight seconds count, what was before them does not', () => {
  const pace = new Pace();
  pace.note(0, 0);
  pace.note(1000, 1000);
  expect(pace.bytesPerSecond()).toBe(1000);
  for (let second = 2; second <= 12; second += 1) pace.note(1000 + 50 * second, second * 1000);
  expect(pace.bytesPerSecond()).toBe(50);
});

test('a stop is no slowness', () => {
  const pace = new Pace();
  pace.note(0, 0);
  pace.note(5000, 1000);
  pace.restart();
  pace.note(5000, 60_000);
  expect(pace.bytesPerSecond()).toBeNull();
  pace.note(7000, 61_000);
  expect(pace.bytesPerSecond()).toBe(2000);
});
