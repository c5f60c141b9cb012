import { sum } from 'd3-array';
import { expect, test } from 'vitest';
import { sheet, workbookOf } from '../../../../tests/support/sample-workbook.ts';
import { evaluate } from '../../../../tests/support/workbook-formulas.ts';

const reaisOf = (text: string) => Number(text.replaceAll('.', '').replace(',', '.'));

test('the ranges of a distribution follow each other by a centavo and have every record', async () => {
  // 200 salaries R$ 5,00 apart, one of a centavo and one of R$ 90.000,00.
  const usual = Array.from({ length: 200 }, (_, at) => 150_000 + 500 * at);
  const { workbook } = await workbookOf([{ salaries: [1, ...usual, 9_000_000] }]);
  const { rows } = sheet(workbook, 'Distribuição');
  const head = rows.findIndex((row) => row[0] === 'Faixa');
  expect(rows[head]?.slice(0, 5)).toEqual(['Faixa', 'De', 'Até', 'Registros', 'Parte']);
  const end = rows.findIndex((row, at) => at > head && (row[0] ?? '') === '');
  const ranges = rows.slice(head + 1, end === -1 ? undefined : end);
  const [from, to, records, parts] = [1, 2, 3, 4].map((at) =>
    ranges.map((row) => Number(row[at] ?? 0)),
  );
  expect(String(ranges[0]?.[0])).toMatch(/^abaixo de /);
  expect(String(ranges.at(-1)?.[0])).toMatch(/^a partir de /);
  const last = ranges.length - 1;
  for (let at = 0; at < last; at++)
    expect((to?.[at] ?? 0) + 0.01).toBeCloseTo(from?.[at + 1] ?? 0, 6);
  // A name has both of its amounts: "R$ 1.500,00 a R$ 1.599,99".
  const named = ranges.slice(1, -1).map(
    (row) =>
      String(row[0])
        .match(/\d[\d.]*,\d\d/g)
        ?.map(reaisOf) ?? [],
  );
  expect(named).toEqual(ranges.slice(1, -1).map((_, at) => [from?.[at + 1], to?.[at + 1]]));
  expect(sum(records ?? [])).toBe(202);
  expect(sum(parts ?? [])).toBeCloseTo(1, 9);
  expect([records?.[0], records?.[last]]).toEqual([1, 1]);
});

test('the formula of a typed percentile interpolates between different salaries', async () => {
  const { workbook } = await workbookOf([
    { salaries: [100_000, 100_001, 100_005, 100_010, 200_000] },
  ]);
  const { formula = '' } = sheet(workbook, 'Distribuição exata').cells.get('B6') ?? {};
  const salaryAt = (Percentil: number) => evaluate(workbook, formula, { Percentil });
  // Places 0.4, 1.332, 2.5, 3.6 and 4 of the five.
  expect([10, 33.3, 62.5, 90, 100].map(salaryAt)).toEqual([1000, 1000.02, 1000.08, 1600.04, 2000]);
});

test('the exact distribution has each of many salaries once, with the records up to it', async () => {
  const salaries = Array.from({ length: 4001 }, (_, at) => 150_000 + 10 * at);
  const { workbook } = await workbookOf([{ salaries }]);
  const { rows } = sheet(workbook, 'Distribuição exata');
  const first = rows.findIndex((row) => row[0] === 1500 && row[1] === 1);
  const exact = rows.slice(first).map((row) => row.slice(0, 3));
  expect(exact).toEqual(salaries.map((centavos, at) => [centavos / 100, 1, at + 1]));
  expect([rows[first]?.[3], rows.at(-1)?.[3]]).toEqual([1 / 4001, 1]);
});
