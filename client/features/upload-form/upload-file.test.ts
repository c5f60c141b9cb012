import { expect, test } from 'vitest';
import { CallError, UnreachableError } from '../../lib/call.ts';
import { Pace, Retries } from './upload-file.ts';

test('nothing is said before there is something to say', () => {
  const pace = new Pace();
  expect(pace.bytesPerSecond(0, 0)).toBeNull();
  expect(pace.bytesPerSecond(1000, 500)).toBeNull();
  expect(pace.bytesPerSecond(2000, 1000)).toBe(2000);
});

test('a stop is no slowness', () => {
  const pace = new Pace();
  pace.bytesPerSecond(0, 0);
  expect(pace.bytesPerSecond(5000, 1000)).toBe(5000);
  pace.restart();
  expect(pace.bytesPerSecond(5000, 60_000)).toBeNull();
  expect(pace.bytesPerSecond(7000, 61_000)).toBe(2000);
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
