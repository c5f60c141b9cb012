import { expect, test } from 'vitest';
import { maxCnaes } from '../../../shared/codes/cnae.ts';
import { withCnae, withoutCnae, withPrincipal } from './cnae-selector.tsx';

const noCnaes = { cnaes: [], cnaePrincipal: null };
const two = withCnae(withCnae(noCnaes, '6201501'), '4711301');

test('the first one selected becomes the principal, the next does not', () => {
  expect(two).toEqual({ cnaes: ['6201501', '4711301'], cnaePrincipal: '6201501' });
});

test('removing the principal promotes the first that remains', () => {
  expect(withoutCnae(two, '6201501')).toEqual({ cnaes: ['4711301'], cnaePrincipal: '4711301' });
});

test('removing another one leaves the principal', () => {
  expect(withoutCnae(two, '4711301').cnaePrincipal).toBe('6201501');
});

test('removing the last one leaves none', () => {
  expect(withoutCnae(withoutCnae(two, '6201501'), '4711301')).toEqual(noCnaes);
});

test('any selected one can be made the principal, and only a selected one', () => {
  expect(withPrincipal(two, '4711301').cnaePrincipal).toBe('4711301');
  expect(withPrincipal(two, '0111301')).toBe(two);
});

test('accepts at most five activities, and each only once', () => {
  const five = ['1', '2', '3', '4', '5'].reduce(withCnae, noCnaes);
  expect(five.cnaes).toHaveLength(maxCnaes);
  expect(withCnae(five, '6')).toBe(five);
  expect(withCnae(two, '4711301')).toBe(two);
});
