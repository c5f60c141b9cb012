import { expect, it } from 'vitest';
import { sha256 } from '../../platform/digest.ts';
import { distributionJson, distributionSha256 } from './distribution-json.ts';

const lists = [
  { centavos: [], counts: [] },
  { centavos: [0], counts: [1] },
  { centavos: [9, 10, 99, 100, 1_000_000], counts: [10, 9, 1, 123, 7] },
  {
    centavos: [2 ** 31, 2 ** 32 + 1, 2 ** 52 + 9, Number.MAX_SAFE_INTEGER],
    counts: [4_294_967_295, 1, 2, 900_719_925_474_099],
  },
  {
    centavos: Array.from({ length: 50_000 }, (_, index) => index * 181 + (index % 7)),
    counts: Array.from({ length: 50_000 }, (_, index) => (index * 7919) % 10_007),
  },
];

it.each(lists)(
  'writes a distribution as JSON.stringify does ($centavos.length salaries)',
  async (list) => {
    const expected = JSON.stringify(list);
    expect(String(await distributionJson(list))).toBe(expected);
    expect(await distributionSha256(list)).toBe(sha256(expected));
  },
);
