import { expect, test } from 'vitest';
import { CallError, UnreachableError } from '../../lib/call.ts';
import { Pace, Retries } from './upload-file.ts';

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

test('an absent server is waited for without limit, and each time for longer', () => {
  const retries = new Retries();
  const delays = Array.from({ length: 20 }, () => retries.delayAfter(new CallError(502, '')));
  expect(delays.slice(0, 5)).toEqual([1000, 2000, 4000, 8000, 15_000]);
  expect(delays.at(-1)).toBe(15_000);
  retries.restart();
  expect(retries.delayAfter(new UnreachableError('lost'))).toBe(1000);
});

test('a server that crashes on each attempt ends the sending, unless bytes arrived in between', () => {
  const crash = new CallError(500, '');
  const retries = new Retries();
  const delays = Array.from({ length: 5 }, () => retries.delayAfter(crash));
  expect(delays).toEqual([1000, 2000, 4000, 8000, undefined]);
  retries.restart();
  expect(retries.delayAfter(crash)).toBe(1000);
  expect(new Retries().delayAfter(new CallError(409, 'Não.', { code: 'x' }))).toBeUndefined();
});
