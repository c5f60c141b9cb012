import { expect, test } from 'vitest';
import { tableCsv } from './tables.ts';

const columns = [
  { name: 'salario', kind: 'money' },
  { name: 'registros', kind: 'count' },
] as const;

test.each([0, 3, 10_000, 20_001])('a CSV of %i rows has each of them, in order', async (length) => {
  const places = Array.from({ length }, (_, at) => at);
  const csv = await tableCsv({ columns, rows: places.values().map((at) => [at, at]) }, 'ponto');
  const lines = places.map((at) => `"${at}.00","${at}"\r\n`);
  expect(String(csv)).toBe(`"salario","registros"\r\n${lines.join('')}`);
});
