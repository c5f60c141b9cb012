import { expect, test } from 'vitest';
import { isCutInValue } from './text-meter.ts';

const start = (...values: readonly string[]) =>
  Buffer.from(['nome;valor', ...values.map((value) => `1;${value}`), ''].join('\r\n'));

test.each([
  ['1;150', true],
  ['1;1500,', true],
  ['1;1500,0', true],
  ['1;', true],
  ['1;1500,00', false],
  ['1;,00\r', false],
])('a last line of %j is cut: %s', (last, isCut) => {
  expect(isCutInValue(start('1500,00', ',01'), last)).toBe(isCut);
});

test('an empty last value is whole where others are empty too, and whole numbers are where none has decimals', () => {
  expect(isCutInValue(start('1500,00', ''), '1;')).toBe(false);
  expect(isCutInValue(start('1320', '1539.4399'), '1;13')).toBe(false);
  expect(isCutInValue(Buffer.from('nome;valor'), '1;13')).toBe(false);
});
