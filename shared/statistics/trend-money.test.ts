import { expect, test } from 'vitest';
import { commonMoney, moneyText, usualMoney } from './trend-money.ts';

const june = { realMonth: '202606' };
const july = { realMonth: '202607' };
const none = { realMonth: null };

test('the usual money is real where a month has an index', () => {
  expect(usualMoney(june)).toBe('real');
  expect(usualMoney(none)).toBe('nominal');
});

test('trends share real money only of the same month', () => {
  expect(commonMoney([june, june])).toBe('real');
  expect(commonMoney([june, july])).toBe('nominal');
  expect(commonMoney([june, none])).toBe('nominal');
  expect(commonMoney([none, none])).toBe('nominal');
  expect(commonMoney([])).toBe('nominal');
});

test('says which money it is', () => {
  expect(moneyText(june, 'real')).toBe('em reais de jun/2026 (INPC)');
  expect(moneyText(june, 'nominal')).toBe('em valores nominais');
  expect(moneyText(none, 'real')).toBe('em valores nominais');
});
