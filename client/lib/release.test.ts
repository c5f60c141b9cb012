import { expect, test } from 'vitest';
import { expectedText } from './release.ts';

test('an expected day that has passed is reported as passed, and the day itself is not', () => {
  const next = { expectedOn: '2026-06-30' };
  expect(expectedText(next, '2026-06-30')).toBe('esperado até 30/06/2026');
  expect(expectedText(next, '2026-07-01')).toBe(
    'era esperado até 30/06/2026 e ainda não foi carregado aqui',
  );
});
