import { expect, test } from 'vitest';
import { hasManyPartTime, partTimeText } from './working-hours.ts';

test('more than a tenth outside of full time is said', () => {
  expect(hasManyPartTime(1000, 900)).toBe(false);
  expect(hasManyPartTime(1000, 899)).toBe(true);
  expect(hasManyPartTime(0, 0)).toBe(false);
  expect(partTimeText(1000, 770).replaceAll('\u00a0', ' ')).toBe(
    '23,0 % dos registros são de menos de 40 horas por semana, de aprendizes ou sem horas informadas.',
  );
});
