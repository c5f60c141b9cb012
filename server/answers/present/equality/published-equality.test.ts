import { expect, test } from 'vitest';
import { julyRelease } from '../../../../tests/support/july-release.ts';
import type { GroupPay } from './equality-groups.ts';
import { publishedEquality } from './published-equality.ts';

const pay = (women: number, men: number): GroupPay => ({
  women: { count: women, median: 150_000, mean: 150_000 },
  men: { count: men, median: 200_000, mean: 200_000 },
  gap: null,
});

test('a group has a ratio only with five of each sex, and otherwise the reason', () => {
  const groups = new Map([
    ['', pay(43, 44)],
    ['2', pay(3, 4)],
    ['3', pay(4, 5)],
    ['5', pay(36, 35)],
  ]);
  const { rows } = publishedEquality({ empregados: 'todos' }, groups, julyRelease);
  expect(rows.map(({ code, withheld, medianRatio }) => [code, withheld, medianRatio])).toEqual([
    ['2', 'ambos', null],
    ['3', 'mulheres', null],
    ['5', null, 0.75],
  ]);
});
