import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { loginThrottle, type AttemptThrottle } from './attempt-throttle.ts';

let now: number;
let throttle: AttemptThrottle;

beforeEach(() => {
  now = Date.parse('2026-08-01T12:00:00Z');
  throttle = loginThrottle(() => new Date(now));
});

/** Tries to sign in and fails; the seconds to wait when not even the attempt was admitted. */
function attempt(account: string, address: string): number | undefined {
  try {
    throttle.admit(account, address);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.retryAfterSeconds;
    throw error;
  }
}

const attempts = (count: number, account: (index: number) => string, address = '10.0.0.1') =>
  Array.from({ length: count }, (_, index) => attempt(account(index), address));

describe('an account', () => {
  test('has five attempts, also all at once, and then waits', () => {
    const seconds = attempts(7, () => 'ana');
    expect(seconds).toEqual([undefined, undefined, undefined, undefined, undefined, 1, 1]);
  });

  test('waits twice as long each time, up to a minute', () => {
    attempts(5, () => 'ana');
    const waits: (number | undefined)[] = [];
    for (let round = 0; round < 8; round += 1) {
      const wait = attempt('ana', `10.0.1.${round}`);
      waits.push(wait);
      now += (wait ?? 0) * 1000;
      expect(attempt('ana', `10.0.1.${round}`)).toBeUndefined();
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test('is slowed from whatever address, and does not slow others', () => {
    attempts(5, () => 'ana');
    expect(attempt('ana', '10.0.0.2')).toBe(1);
    expect(attempt('bia', '10.0.0.2')).toBeUndefined();
  });

  test('starts anew after a right password, and after an hour', () => {
    attempts(4, () => 'ana');
    throttle.forgive('ana', '10.0.0.1');
    expect(attempts(5, () => 'ana')).toEqual(Array.from({ length: 5 }));
    now += 3_600_000;
    expect(attempts(5, () => 'ana')).toEqual(Array.from({ length: 5 }));
  });
});

describe('an address', () => {
  test('has twenty attempts over all accounts, and then waits', () => {
    const seconds = attempts(21, (index) => `user${index}`);
    expect(seconds).toEqual([...Array.from({ length: 20 }), 1]);
    expect(attempt('ana', '10.0.0.2')).toBeUndefined();
  });

  test('waits up to fifteen minutes, and its right passwords do not count', () => {
    attempts(30, (index) => `user${index}`);
    for (let round = 0; round < 30; round += 1) {
      now += 1000 * (attempt(`other${round}`, '10.0.0.1') ?? 0);
      attempt(`other${round}`, '10.0.0.1');
    }
    expect(attempt('last', '10.0.0.1')).toBe(900);

    for (let index = 0; index < 100; index += 1) {
      expect(attempt(`good${index}`, '10.0.0.3')).toBeUndefined();
      throttle.forgive(`good${index}`, '10.0.0.3');
    }
  });
});

test('the refusal says in Portuguese how long to wait', () => {
  attempts(5, () => 'ana');
  expect(() => throttle.admit('ana', '10.0.0.1')).toThrow(
    'Muitas tentativas de login. Aguarde 1 segundo e tente de novo.',
  );
});

test('the addresses of one IPv6 network are one', () => {
  for (let index = 0; index < 20; index += 1) {
    expect(attempt(`user${index}`, `2001:db8:1:2::${index}`)).toBeUndefined();
  }
  expect(attempt('other', '2001:db8:1:2:ffff::1')).toBe(1);
  expect(attempt('other', '2001:db8:1:3::1')).toBeUndefined();
});
